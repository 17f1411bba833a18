import type { AccountRole } from '@podium/contract/permissions.ts'
import { isEmail, limits, messages, patterns } from '@podium/contract/rules.ts'
import type { NewPassword } from '../../auth/components/new-password-fields.tsx'

/** Who an account is, as typed. */
export interface AccountDetails {
  display_name: string
  email: string
  company: string
  department: string
  /** '' while nothing is chosen */
  role: AccountRole | ''
}

export type DetailField = keyof AccountDetails

export const detailFields: readonly DetailField[] = ['display_name', 'email', 'company', 'department', 'role']

export const NO_DETAILS: AccountDetails = {
  display_name: '',
  email: '',
  company: '',
  department: '',
  role: '',
}

export interface NewAccountValues extends AccountDetails, NewPassword {
  username: string
}

export type NewAccountField = keyof NewAccountValues

/** In the order of the form: the first bad one takes the focus. */
export const newAccountFields: readonly NewAccountField[] = [
  'username',
  'password',
  'confirmation',
  ...detailFields,
]

export const EMPTY_ACCOUNT: NewAccountValues = { username: '', password: '', confirmation: '', ...NO_DETAILS }

export type Messages<Field extends string> = Partial<Record<Field, string>>

/** What was found out about the ID that stands in the form now. */
export type IdVerdict = 'unchecked' | 'free' | 'taken'

/** What is wrong with an ID, or undefined. */
export function idProblem(username: string): string | undefined {
  if (username === '') return messages.fill_out
  if (!patterns.username.test(username))
    return `Use letters, digits and . _ @ - only, at most ${limits.username} characters.`
  return undefined
}

export function detailProblems(values: AccountDetails): Messages<DetailField> {
  const email = values.email.trim()
  return withoutEmpty({
    display_name: values.display_name.trim() === '' ? messages.fill_out : undefined,
    email: email === '' ? messages.fill_out : isEmail(email) ? undefined : messages.check_email,
    role: values.role === '' ? messages.select_role : undefined,
  })
}

export function passwordProblems({ password, confirmation }: NewPassword): Messages<keyof NewPassword> {
  return withoutEmpty({
    password: password === '' ? messages.fill_out : undefined,
    confirmation:
      confirmation === ''
        ? messages.fill_out
        : confirmation === password
          ? undefined
          : messages.confirmation_differs,
  })
}

export function newAccountProblems(values: NewAccountValues, verdict: IdVerdict): Messages<NewAccountField> {
  const checked = { unchecked: messages.check_duplicate, taken: messages.id_duplicate, free: undefined }
  return withoutEmpty({
    username: idProblem(values.username.trim()) ?? checked[verdict],
    ...passwordProblems(values),
    ...detailProblems(values),
  })
}

function withoutEmpty<Field extends string>(
  found: Partial<Record<Field, string | undefined>>,
): Messages<Field> {
  const said = Object.entries(found).filter(([, message]) => message !== undefined)
  return Object.fromEntries(said) as Messages<Field>
}

/** The details as they are sent. */
export function trimmed<Values extends AccountDetails>({ role, ...texts }: Values) {
  return {
    role,
    display_name: texts.display_name.trim(),
    email: texts.email.trim(),
    company: texts.company.trim(),
    department: texts.department.trim(),
  }
}
