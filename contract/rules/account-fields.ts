import type { Fields } from './fields.ts'
import { isEmail, limits, messages } from './rules.ts'

/** The details of an account, in the order of the screen. */
export const accountDetails = {
  display_name: {
    kind: 'text',
    label: 'User Name',
    max: limits.display_name,
    problem: (name) => (name.trim() === '' ? messages.fill_out : null),
  },
  email: {
    kind: 'optional-text',
    label: 'Email Address',
    max: limits.email,
    problem: (email) => (isEmail(email) ? null : messages.check_email),
  },
  company: { kind: 'optional-text', label: 'Company', max: limits.company },
  department: { kind: 'optional-text', label: 'Department', max: limits.department },
} satisfies Fields
export type AccountDetail = keyof typeof accountDetails
