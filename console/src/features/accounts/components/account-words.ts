import type { Account } from '@podium/contract/accounts.ts'
import { roleLabels } from '@podium/contract/permissions.ts'

/** Where an account's password is kept. */
export const SOURCES: Record<Account['login_type'], string> = { static: 'Password', ldap: 'Directory' }

export const accountTypeOptions = [
  { value: 'DEVELOPER', label: roleLabels.DEVELOPER },
  { value: 'ADMIN', label: roleLabels.ADMIN },
] as const

const NAMED_AT_MOST = 5

/** 'kim', 'kim and lea', 'kim, lea, noor, yuki, dario and 7 more'. */
export function namesOf(usernames: readonly string[]): string {
  const named = usernames.slice(0, NAMED_AT_MOST)
  const others = usernames.length - named.length
  const last = others > 0 ? `${others} more` : named.pop()
  return named.length === 0 ? (last ?? '') : `${named.join(', ')} and ${last}`
}
