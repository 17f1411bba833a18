import { messages } from '@podium/contract/rules/rules.ts'
import { ApiError, fieldMessages, sentenceFor } from '../../../api/api-error.ts'
import type { Messages } from '../../../ui/form/use-fields.ts'

export type NewPassword = {
  password: string
  confirmation: string
}

export type PasswordValues = NewPassword & { current: string }

export const NO_PASSWORD: PasswordValues = { current: '', password: '', confirmation: '' }

export function newPasswordProblems({ password, confirmation }: NewPassword): Messages<NewPassword> {
  const difference = confirmation === password ? undefined : messages.confirmation_differs
  return {
    password: password === '' ? messages.fill_out : undefined,
    confirmation: confirmation === '' ? messages.fill_out : difference,
  }
}

/** @param withLink true for a person who came by a one-time link and gives no current password */
export function passwordProblems(values: PasswordValues, withLink = false): Messages<PasswordValues> {
  const { current } = values
  const { password, confirmation } = newPasswordProblems(values)
  return {
    current: current === '' && !withLink ? messages.fill_out : undefined,
    password: password ?? (isSame(current, values.password) ? messages.password_same : undefined),
    confirmation,
  }
}

/** Compares as the server does: in Unicode form NFKC, so that the keyboard does not matter. */
function isSame(one: string, other: string): boolean {
  return one.normalize('NFKC') === other.normalize('NFKC')
}

/** Returns the message for the current password, also if wrong ones locked the account. */
export function refusedCurrent(error: unknown): string | undefined {
  const sentence = sentenceFor(error)
  return sentence === messages.password_wrong || sentence === messages.login_locked ? sentence : undefined
}

/** Returns the messages of a refusal by field. A 422 that names no field is about the new password. */
export function refusedPassword(error: unknown): Messages<PasswordValues> {
  const current = refusedCurrent(error)
  if (current !== undefined) return { current }
  if (!(error instanceof ApiError) || error.status !== 422) return {}
  return { password: fieldMessages(error).password ?? sentenceFor(error) }
}
