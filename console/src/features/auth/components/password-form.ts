import { messages } from '@podium/contract/rules.ts'
import type { NewPassword } from './new-password-fields.tsx'

export interface PasswordValues extends NewPassword {
  current: string
}

export type PasswordFieldName = keyof PasswordValues

export const passwordFields: readonly PasswordFieldName[] = ['current', 'password', 'confirmation']

/** @param withLink whoever comes with a one-time link has no current password */
export function passwordProblems(
  values: PasswordValues,
  withLink: boolean,
): Partial<Record<PasswordFieldName, string>> {
  const problems: Partial<Record<PasswordFieldName, string>> = {}
  for (const field of passwordFields)
    if (values[field] === '' && !(withLink && field === 'current')) problems[field] = messages.fill_out
  if (!problems.confirmation && values.confirmation !== values.password)
    problems.confirmation = messages.confirmation_differs
  return problems
}
