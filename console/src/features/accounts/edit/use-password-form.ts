import { type AccountDetail, readAccount, setPassword } from '@podium/contract/accounts.ts'
import { outcomes } from '@podium/contract/rules.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, fieldMessages, sentenceFor } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { useFailure } from '../../../api/use-failure.ts'
import { useAlert } from '../../../ui/dialog/use-alert.ts'
import { useConfirm } from '../../../ui/dialog/use-confirm.ts'
import { useCheckedForm } from '../../../ui/form/use-checked-form.ts'
import type { NewPassword } from '../../auth/components/new-password-fields.tsx'
import { passwordProblems } from '../form/account-values.ts'

const EMPTY: NewPassword = { password: '', confirmation: '' }

/** Sets somebody else's password: asks, calls, and says how it went. */
export function usePasswordForm(account: AccountDetail) {
  const queries = useQueryClient()
  const confirm = useConfirm()
  const showAlert = useAlert()
  const showFailure = useFailure()
  const [isBusy, setBusy] = useState(false)
  const form = useCheckedForm<NewPassword, keyof NewPassword>(
    EMPTY,
    ['password', 'confirmation'],
    passwordProblems,
  )
  const { values } = form

  async function save() {
    setBusy(true)
    await call(setPassword, {
      params: { id: account.id },
      body: { password: values.password },
      place: () => true,
    })
    form.fill(EMPTY)
    void queries.invalidateQueries({ queryKey: [readAccount.id] })
    await showAlert('success', outcomes.edit.done)
  }

  async function submit() {
    if (isBusy || !form.show(passwordProblems(values))) return
    const consequence = `${account.username} has to change it at the next login, and every open session ends at once.`
    if (!(await confirm('edit', consequence))) return
    try {
      await save()
    } catch (error) {
      // A weak password is refused in one sentence.
      if (error instanceof ApiError && error.status === 422)
        form.show({ password: fieldMessages(error).password ?? sentenceFor(error) })
      else await showFailure(outcomes.edit.failed, error)
    } finally {
      setBusy(false)
    }
  }

  return { ...form, isTyped: values.password !== '' || values.confirmation !== '', isBusy, submit }
}

export type PasswordForm = ReturnType<typeof usePasswordForm>
