import type { Account } from '@podium/contract/accounts.ts'
import { limits } from '@podium/contract/rules.ts'

/** Why an account is locked, in a few words. */
export function lockReason({ lock_reason }: Pick<Account, 'lock_reason'>): string {
  return lock_reason === 'inactivity' ? 'no login for a long time' : `${limits.login_failures} failed logins`
}
