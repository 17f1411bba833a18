import { type AccountDetail, setPassword } from '@podium/contract/accounts.ts'
import { fieldMessages, sentenceFor } from '../../../api/api-error.ts'
import { useRecordForm } from '../../../record/use-record-form.tsx'
import type { NewPassword } from '../../auth/components/new-password-fields.tsx'
import { passwordProblems } from '../form/account-values.ts'

const EMPTY: NewPassword = { password: '', confirmation: '' }

/** Sets the password of another person. */
export function usePasswordForm(account: AccountDetail) {
  return useRecordForm({
    name: `Set Password ${account.username}`,
    values: EMPTY,
    problems: passwordProblems,
    kept: () => EMPTY,
    mode: 'edit',
    question: () =>
      `${account.username} has to change it at the next login, and every open session ends at once.`,
    save: ({ password }, _, send) => send(setPassword, { params: { id: account.id }, body: { password } }),
    // A weak password is refused in one sentence.
    placeRefusal: (error) =>
      error.status === 422 ? { password: fieldMessages(error).password ?? sentenceFor(error) } : undefined,
  })
}

export type PasswordForm = ReturnType<typeof usePasswordForm>
