import type { Account } from '@podium/contract/accounts.ts'
import { roleLabels } from '@podium/contract/permissions.ts'
import type { Change } from '../../../ui/form/change-list.tsx'
import {
  type AccountDetails,
  type DetailField,
  detailFields,
  detailProblems,
  type Messages,
} from '../form/account-values.ts'

const NAMES: Record<DetailField, string> = {
  display_name: 'User Name',
  email: 'Email Address',
  company: 'Company',
  department: 'Department',
  role: 'Account Type',
}

/** What of an account can be edited. */
export function detailsOf({ display_name, email, company, department, role }: Account): AccountDetails {
  return { display_name, email, company, department, role }
}

export function differingFields(before: AccountDetails, after: AccountDetails): DetailField[] {
  return detailFields.filter((field) => before[field].trim() !== after[field].trim())
}

/**
 * What is wrong with what was edited. What nobody touched holds nothing up: the first administrator and people of the
 * directory may have no e-mail address, or one that no form would take.
 */
export function editProblems(before: AccountDetails, after: AccountDetails): Messages<DetailField> {
  const edited = new Set<string>(differingFields(before, after))
  const found = Object.entries(detailProblems(after)).filter(([field]) => edited.has(field))
  return Object.fromEntries(found)
}

/** The differences in words, for people to look at. */
export function changesBetween(before: AccountDetails, after: AccountDetails): Change[] {
  return differingFields(before, after).map((field) => ({
    name: NAMES[field],
    before: wordsOf(before, field),
    after: wordsOf(after, field),
  }))
}

/** What was typed stays; everything else becomes what somebody else saved meanwhile. */
export function rebased(
  values: AccountDetails,
  base: AccountDetails,
  current: AccountDetails,
): AccountDetails {
  const typed = differingFields(base, values).map((field) => [field, values[field]])
  return { ...current, ...Object.fromEntries(typed) }
}

function wordsOf(details: AccountDetails, field: DetailField): string | null {
  const text = field === 'role' && details.role !== '' ? roleLabels[details.role] : details[field].trim()
  return text === '' ? null : text
}
