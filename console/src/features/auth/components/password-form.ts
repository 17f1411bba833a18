import { messages } from '@podium/contract/rules.ts'
import { ApiError, fieldMessages, sentenceFor } from '../../../api/api-error.ts'
import type { Messages } from '../../../ui/form/use-fields.ts'
import type { NewPassword } from './new-password-fields.tsx'

export type PasswordValues = NewPassword & {
  current: string
}

const FIELDS: readonly (keyof PasswordValues)[] = ['current', 'password', 'confirmation']

type PasswordProblems = Messages<PasswordValues>

/** @param withLink a person who comes with a one-time link gives no current password */
export function passwordProblems(values: PasswordValues, withLink: boolean): PasswordProblems {
  const problems: PasswordProblems = {}
  for (const field of FIELDS)
    if (values[field] === '' && !(withLink && field === 'current')) problems[field] = messages.fill_out
  if (!problems.password && isSame(values)) problems.password = messages.password_same
  if (!problems.confirmation && values.confirmation !== values.password)
    problems.confirmation = messages.confirmation_differs
  return problems
}

/** As the server compares them: one form for the same characters, whatever keyboard made them. */
function isSame({ current, password }: PasswordValues): boolean {
  return current.normalize('NFKC') === password.normalize('NFKC')
}

/** What a refusal says of each field; nothing where it is about none. A 422 of no field judges the new password. */
export function refusedPassword(error: unknown): PasswordProblems {
  const sentence = sentenceFor(error)
  // Locked by wrong passwords: it is the current one that cannot be tried again.
  if (sentence === messages.password_wrong || sentence === messages.login_locked) return { current: sentence }
  if (!(error instanceof ApiError) || error.status !== 422) return {}
  return { password: fieldMessages(error).password ?? sentence }
}
