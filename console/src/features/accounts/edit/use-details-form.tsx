import {
  type Account,
  type AccountDetail,
  editAccount,
  listAccounts,
  readAccount,
} from '@podium/contract/accounts.ts'
import { outcomes } from '@podium/contract/rules.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, fieldMessages, recordNow, sentenceFor } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { useFailure } from '../../../api/use-failure.ts'
import { refreshSession } from '../../../session/start.ts'
import { useKeptForm, useKeptValues, useRepeat } from '../../../session/use-kept-form.ts'
import { useSession } from '../../../session/use-session.ts'
import { useAlert } from '../../../ui/dialog/use-alert.ts'
import { useConfirm } from '../../../ui/dialog/use-confirm.ts'
import { type Change, ChangeList } from '../../../ui/form/change-list.tsx'
import { useCheckedForm } from '../../../ui/form/use-checked-form.ts'
import { type AccountDetails, type DetailField, detailFields, type Messages } from '../form/account-values.ts'
import { changesBetween, detailsOf, differingFields, editProblems, rebased } from './detail-changes.ts'

/** The form of an account's details: what was typed, what somebody else saved meanwhile, and how it is saved. */
export function useDetailsForm(account: AccountDetail, onSaved: () => void) {
  const session = useSession()
  const queries = useQueryClient()
  const confirm = useConfirm()
  const showAlert = useAlert()
  const showFailure = useFailure()
  const name = `Edit Account ${account.username}`
  const kept = useKeptValues<AccountDetails>(name)
  const [base, setBase] = useState<Account>(account)
  const [theirs, setTheirs] = useState<Change[]>([])
  const [isBusy, setBusy] = useState(false)
  const form = useCheckedForm<AccountDetails, DetailField>(
    kept ?? detailsOf(account),
    detailFields,
    (typed) => editProblems(detailsOf(base), typed),
  )
  const { values } = form
  const before = detailsOf(base)
  const edited = differingFields(before, values)
  const isTyped = edited.length > 0
  useKeptForm(name, isTyped ? values : undefined)

  /** An unlock or a new password counts the revision up as well, and changes nothing that stands here. */
  function revision(): number {
    return differingFields(before, detailsOf(account)).length === 0 ? account.revision : base.revision
  }

  async function save() {
    setBusy(true)
    const body = Object.fromEntries(edited.map((field) => [field, values[field].trim()]))
    await call(editAccount, {
      body: { ...body, id: account.id, revision: revision() },
      place: (error) => placed(error) !== undefined,
    })
    for (const { id } of [readAccount, listAccounts]) void queries.invalidateQueries({ queryKey: [id] })
    if (account.id === session.state().account?.accountId) void refreshSession(session)
    await showAlert('success', outcomes.edit.done)
    onSaved()
  }

  async function say(error: unknown) {
    const current = recordNow<Account>(error)
    const messages = placed(error)
    if (current) {
      setTheirs(changesBetween(before, detailsOf(current)))
      form.fill(rebased(values, before, detailsOf(current)))
      setBase(current)
      await showAlert('error', outcomes.edit.failed, sentenceFor(error))
    } else if (messages) form.show(messages)
    else await showFailure(outcomes.edit.failed, error)
  }

  async function submit() {
    if (isBusy || !form.show(editProblems(before, values))) return
    if (!(await confirm('edit', <ChangeList stacked changes={changesBetween(before, values)} />))) return
    try {
      await save()
    } catch (error) {
      await say(error)
    } finally {
      setBusy(false)
    }
  }

  useRepeat(name, `Save account ${account.username}`, submit)

  return { ...form, hadEmail: before.email !== '', isTyped, isBusy, theirs, submit }
}

export type DetailsForm = ReturnType<typeof useDetailsForm>

/** The server's messages by field; undefined where they belong to none of them. */
function placed(error: unknown): Messages<DetailField> | undefined {
  if (!(error instanceof ApiError)) return undefined
  // The conflicts beside a stale revision are about the account type.
  if (error.status === 409) return { role: sentenceFor(error) }
  const said = Object.entries(fieldMessages(error))
  const known = said.filter(([field]) => detailFields.some((name) => name === field))
  return said.length > 0 && known.length === said.length ? Object.fromEntries(known) : undefined
}
