import { isEmail, messages, patterns } from '@podium/contract/rules.ts'
import type { Messages } from '../../ui/form/use-fields.ts'
import type { NewPassword } from './components/new-password-fields.tsx'

export type SetupValues = NewPassword & {
  username: string
  display_name: string
  email: string
}

const FIELDS: readonly (keyof SetupValues)[] = [
  'username',
  'display_name',
  'email',
  'password',
  'confirmation',
]

/** What is wrong with each field, as far as the browser can tell. */
export function setupProblems(values: SetupValues): Messages<SetupValues> {
  const problems: Messages<SetupValues> = {}
  for (const field of FIELDS) if (values[field].trim() === '') problems[field] = messages.fill_out
  if (!problems.username && !patterns.username.test(values.username.trim()))
    problems.username = 'Use letters, digits and . _ @ -, at most 64 characters.'
  if (!problems.email && !isEmail(values.email.trim())) problems.email = messages.check_email
  if (!problems.confirmation && values.confirmation !== values.password)
    problems.confirmation = messages.confirmation_differs
  return problems
}
