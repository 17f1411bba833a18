import type { WorkspaceRole } from '@podium/contract/rules/permissions.ts'
import { storedWorkspaceName } from '@podium/contract/rules/rules.ts'
import type { Handle, Transaction } from '@podium/database/connect.ts'
import { sql } from 'drizzle-orm'
import type { GroupRole } from '../../../oidc-settings.ts'
import { type Actor, namedObject, podium, record } from '../../audit/audit.ts'
import { hooks } from '../../hooks.ts'
import { query } from '../../rows.ts'
import { countManagers, deleteMember, lockMembers, updateMember } from './repository.ts'
import { addMember } from './service.ts'

interface Membership {
  workspace_id: string
  role: WorkspaceRole
  source: 'direct' | 'group'
}

const RANKS: WorkspaceRole[] = ['MEMBER', 'DEVELOPER', 'MANAGER']

/**
 * Adds the memberships of the account's groups, and removes those of former groups. Memberships given by a person stay,
 * and so does the only manager of a workspace.
 * @returns the ids of the workspaces whose only manager was kept
 */
export async function takeGroupMemberships(
  tx: Transaction,
  actor: Pick<Actor, 'address' | 'request_id'>,
  account: { id: string; username: string },
  granted: GroupRole[],
): Promise<string[]> {
  const roles = await rolesByWorkspace(tx, granted)
  const before = await membershipsOf(tx, account.id)
  const kept: string[] = []
  // in a fixed order, to avoid deadlocks between simultaneous sign-ins
  const workspaces = [...new Set([...roles.keys(), ...before.filter(isOfGroup).map(idOf)])].sort()
  for (const workspaceId of workspaces) {
    if (!(await lockMembers(tx, workspaceId))) continue
    const member = (await membershipsOf(tx, account.id)).find((each) => each.workspace_id === workspaceId)
    const isKept = await settle(
      tx,
      { ...podium, ...actor },
      account,
      workspaceId,
      member,
      roles.get(workspaceId),
    )
    if (isKept) kept.push(workspaceId)
  }
  return kept
}

/** @returns true if the only manager was kept */
async function settle(
  tx: Transaction,
  actor: Actor,
  { id: account_id, username }: { id: string; username: string },
  workspace_id: string,
  before: Membership | undefined,
  role: WorkspaceRole | undefined,
): Promise<boolean> {
  const member = namedObject('member', { id: account_id, name: username, workspace_id })
  if (!before) {
    if (role === undefined) return false
    await addMember(tx, actor, workspace_id, { account_id, role, source: 'group', ends_at: null })
    return false
  }
  if (before.source === 'direct' || before.role === role) return false
  if (before.role === 'MANAGER' && (await countManagers(tx, workspace_id)).lasting === 1) {
    await record(tx, actor, { action: 'member.keep-manager', ...member })
    return true
  }
  if (role === undefined) {
    await deleteMember(tx, workspace_id, account_id)
    await hooks().onMemberLeaves(tx, actor, account_id, workspace_id)
    await record(tx, actor, { action: 'member.remove', ...member, before: { role: before.role } })
  } else {
    await updateMember(tx, workspace_id, { account_id, role, source: 'group', ends_at: null })
    await record(tx, actor, {
      action: 'member.edit',
      ...member,
      before: { role: before.role },
      after: { role },
    })
  }
  await hooks().onRightsLost(tx, actor, account_id)
  return false
}

/** The highest role that the groups give, for each existing workspace. */
async function rolesByWorkspace(db: Handle, granted: GroupRole[]): Promise<Map<string, WorkspaceRole>> {
  const names = granted.map(({ workspace }) => storedWorkspaceName(workspace))
  const found = await query(db).rows<{ id: string; name: string }>(
    sql`select id, name from workspaces where name = any(${sql.param(names)}::text[])`,
  )
  return new Map(
    found.map(({ id, name }) => {
      const roles = granted.filter(({ workspace }) => storedWorkspaceName(workspace) === name)
      const highest = Math.max(...roles.map(({ role }) => RANKS.indexOf(role)))
      return [id, RANKS[highest] ?? 'MEMBER']
    }),
  )
}

function membershipsOf(db: Handle, accountId: string): Promise<Membership[]> {
  return query(db).rows(
    sql`select workspace_id, role, source from current_members where account_id = ${accountId}::uuid`,
  )
}

const isOfGroup = ({ source }: Membership) => source === 'group'
const idOf = ({ workspace_id }: Membership) => workspace_id
