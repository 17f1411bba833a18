import type { Account } from '@podium/contract/calls/accounts.ts'
import { type AccountRole, roleLabels } from '@podium/contract/rules/permissions.ts'
import { namesOf as shortList } from '../../../record/consequences.tsx'

export const SOURCES: Record<Account['login_type'], string> = {
  static: 'Password',
  ldap: 'Directory',
  oidc: 'Single sign-on',
}

export const accountTypeOptions = [
  { value: 'DEVELOPER', label: roleLabels.DEVELOPER },
  { value: 'ADMIN', label: roleLabels.ADMIN },
] as const

/** Says what each account type may do; '' is no choice yet. */
export const typeWords: Record<AccountRole | '', string> = {
  '': 'A Developer works in their own workspaces. An Admin also manages accounts and all workspaces.',
  DEVELOPER: 'In their own workspaces: registers, edits, runs and stops. Deletes only what they created.',
  ADMIN: 'Enters every workspace, manages accounts and workspaces, unlocks accounts and sets passwords.',
}

const NAMED_AT_MOST = 5

/** 'kim', 'kim and lea', 'kim, lea, noor, yuki, dario and 7 more'. */
export function namesOf(people: readonly { username: string }[]): string {
  const named = people.slice(0, NAMED_AT_MOST).map(({ username }) => username)
  return shortList(named, people.length)
}

/** 'Quality, Welding and 3 more'. Returns '' for an administrator without a workspace, who may open all of them. */
export function workspaceNames({ role, workspaces, workspace_count }: Account): string {
  if (workspace_count === 0) return role === 'ADMIN' ? '' : 'none'
  const names = workspaces.map(({ display_name }) => display_name).join(', ')
  const unnamed = workspace_count - workspaces.length
  return unnamed > 0 ? `${names} and ${unnamed} more` : names
}

/** Why an account cannot be unlocked; undefined when it can. */
export function unlockDisabledReason({ locked }: Pick<Account, 'locked'>): string | undefined {
  return locked ? undefined : 'The account is not locked.'
}

/** Why an account cannot be deleted; undefined when it can. */
export function deleteDisabledReason({ id }: Pick<Account, 'id'>, own: string): string | undefined {
  return id === own ? 'You cannot delete yourself.' : undefined
}

/** Why the person cannot be off-boarded; undefined when they can. */
export function leaveDisabledReason({ id }: Pick<Account, 'id'>, own: string): string | undefined {
  return id === own ? 'You cannot off-board yourself. Ask another administrator.' : undefined
}

/** Why the account's password cannot be set; undefined when it can. */
export function setPasswordDisabledReason(
  { id, login_type }: Pick<Account, 'id' | 'login_type'>,
  own: string,
): string | undefined {
  if (login_type === 'ldap')
    return 'The password of a directory account is managed in the directory. Change it there.'
  if (login_type === 'oidc') return 'A single sign-on account has no password in Podium.'
  return id === own ? 'Change your own password under Edit Profile.' : undefined
}
