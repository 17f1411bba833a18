import type { Account } from '@podium/contract/accounts.ts'
import type { AccountRole } from '@podium/contract/permissions.ts'

/** Account types as people read them. */
export const ACCOUNT_TYPES: Record<AccountRole, string> = { DEVELOPER: 'Developer', ADMIN: 'Admin' }

/** Where an account's password is kept. */
export const SOURCES: Record<Account['login_type'], string> = { static: 'Password', ldap: 'Directory' }

export const accountTypeOptions = [
  { value: 'DEVELOPER', label: ACCOUNT_TYPES.DEVELOPER },
  { value: 'ADMIN', label: ACCOUNT_TYPES.ADMIN },
] as const

const NAMED_AT_MOST = 5

/** 'kim', 'kim and lea', 'kim, lea, noor, yuki, dario and 7 more'. */
export function namesOf(usernames: readonly string[]): string {
  const named = usernames.slice(0, NAMED_AT_MOST)
  const others = usernames.length - named.length
  const last = others > 0 ? `${others} more` : named.pop()
  return named.length === 0 ? (last ?? '') : `${named.join(', ')} and ${last}`
}
