import { createAccount, listAccounts } from '@podium/contract/accounts.ts'
import { roleLabels } from '@podium/contract/permissions.ts'
import { outcomes } from '@podium/contract/rules.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApiError, fieldMessages, sentenceFor } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { useFailure } from '../../../api/use-failure.ts'
import { useAlert } from '../../../ui/dialog/use-alert.ts'
import { useConfirm } from '../../../ui/dialog/use-confirm.ts'
import {
  type Messages,
  type NewAccountField,
  type NewAccountValues,
  newAccountFields,
  trimmed,
} from './account-values.ts'

interface CreateAccountOptions {
  /** Shows the messages on their fields; whether there was none. */
  show: (messages: Messages<NewAccountField>) => boolean
  onCreated: () => void
}

/** Asks, calls, and says how it went; what the server says of a field stands on the field. */
export function useCreateAccount({ show, onCreated }: CreateAccountOptions) {
  const confirm = useConfirm()
  const showAlert = useAlert()
  const showFailure = useFailure()
  const queries = useQueryClient()
  const isUnderWay = useRef(false)
  const [isBusy, setBusy] = useState(false)

  async function submit({ username, password, ...details }: NewAccountValues, mustChange: boolean) {
    const { role, ...texts } = trimmed(details)
    if (role === '') return
    const id = username.trim()
    if (!(await confirm('create', `${id}, of type ${roleLabels[role]}`))) return
    setBusy(true)
    await call(createAccount, {
      query: { login_type: 'static' },
      body: { username: id, password, ...texts, role, must_change_password: mustChange },
      place: (error) => placed(error) !== undefined,
    })
    void queries.invalidateQueries({ queryKey: [listAccounts.id] })
    await showAlert('success', outcomes.create.done)
    onCreated()
  }

  async function create(values: NewAccountValues, mustChange: boolean) {
    if (isUnderWay.current) return
    isUnderWay.current = true
    try {
      await submit(values, mustChange)
    } catch (error) {
      const messages = placed(error)
      if (messages) show(messages)
      else await showFailure(outcomes.create.failed, error)
    } finally {
      isUnderWay.current = false
      setBusy(false)
    }
  }

  return { create, isBusy }
}

/** The server's messages by field; undefined where they belong to none of them. */
function placed(error: unknown): Messages<NewAccountField> | undefined {
  if (!(error instanceof ApiError)) return undefined
  // An ID that somebody else just took is the one conflict there is.
  if (error.status === 409) return { username: sentenceFor(error) }
  if (error.status !== 422) return undefined
  const said = Object.entries(fieldMessages(error))
  // A weak password is refused in one sentence, without a field.
  if (said.length === 0) return { password: sentenceFor(error) }
  const known = said.filter(([field]) => newAccountFields.some((name) => name === field))
  return known.length === said.length ? (Object.fromEntries(known) as Messages<NewAccountField>) : undefined
}
