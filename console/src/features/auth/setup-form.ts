import { isEmail, messages, patterns } from '@podium/contract/rules.ts'
import type { NewPassword } from './components/new-password-fields.tsx'

export interface SetupValues extends NewPassword {
  username: string
  display_name: string
  email: string
}

export type SetupField = keyof SetupValues

/** In the order of the page: the first bad one takes the focus. */
export const setupFields: readonly SetupField[] = [
  'username',
  'display_name',
  'email',
  'password',
  'confirmation',
]

/** What is wrong with each field, as far as the browser can tell. */
export function setupProblems(values: SetupValues): Partial<Record<SetupField, string>> {
  const problems: Partial<Record<SetupField, string>> = {}
  for (const field of setupFields) if (values[field].trim() === '') problems[field] = messages.fill_out
  if (!problems.username && !patterns.username.test(values.username.trim()))
    problems.username = 'Use letters, digits and . _ @ -, at most 64 characters.'
  if (!problems.email && !isEmail(values.email.trim())) problems.email = messages.check_email
  if (!problems.confirmation && values.confirmation !== values.password)
    problems.confirmation = messages.confirmation_differs
  return problems
}
