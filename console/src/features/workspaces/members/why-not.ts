import type { Member } from '@podium/contract/workspaces.ts'
import { type Change, managersGained } from './member-draft.ts'

/** Why the own role stays; undefined for everybody else's. */
export function whyNotRole({ account_id }: Pick<Member, 'account_id'>, own: string): string | undefined {
  return account_id === own ? 'You cannot change your own role.' : undefined
}

/**
 * Why somebody cannot stop being a manager; undefined when they can, or when they stop already.
 * @param managers how many there are once everything wanted is done
 */
export function whyNotLeave(
  { role }: Pick<Member, 'role'>,
  change: Change | undefined,
  managers: number,
): string | undefined {
  const stays = role === 'MANAGER' && (change === undefined || managersGained([change]) === 0)
  return stays && managers <= 1
    ? 'One manager must remain in this workspace. Make somebody else manager first.'
    : undefined
}
