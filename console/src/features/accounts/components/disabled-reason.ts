import type { Account } from '@podium/contract/accounts.ts'

/** Why an account cannot be unlocked; undefined when it can. */
export function unlockDisabledReason({ locked }: Pick<Account, 'locked'>): string | undefined {
  return locked ? undefined : 'The account is not locked.'
}

/** Why an account cannot be deleted; undefined when it can. */
export function deleteDisabledReason({ id }: Pick<Account, 'id'>, own: string): string | undefined {
  return id === own ? 'You cannot delete yourself.' : undefined
}

/** Why its password cannot be set; undefined when it can. */
export function setPasswordDisabledReason(
  { id, login_type }: Pick<Account, 'id' | 'login_type'>,
  own: string,
): string | undefined {
  if (login_type === 'ldap') return 'The password of a directory account is kept in the directory.'
  return id === own ? 'Change your own password with the current one, under Edit Profile.' : undefined
}
