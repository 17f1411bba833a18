import { type AccountRole, may, type Permission, type WorkspaceRole } from '@podium/contract/permissions.ts'
import type { Database } from '@podium/database/connect.ts'
import { accounts, sessions } from '@podium/database/schema/accounts.ts'
import { members, workspaces } from '@podium/database/schema/workspaces.ts'
import { and, eq, sql } from 'drizzle-orm'
import type { Caller } from '../../http/call.ts'
import { isGoodSession } from '../../http/session.ts'

interface Standing {
  role: AccountRole
  must_change_password: boolean
  workspaceRole: WorkspaceRole | null
}

/** Answers whether who made a call might make it now as well: a stream that is open must not outlive the right. */
export function createStillAllowed(database: Database) {
  const find = database
    .select({
      role: accounts.role,
      must_change_password: accounts.must_change_password,
      workspaceRole: members.role,
    })
    .from(sessions)
    .innerJoin(accounts, eq(accounts.id, sessions.account_id))
    .innerJoin(workspaces, eq(workspaces.id, sql.placeholder('workspace')))
    .leftJoin(members, and(eq(members.workspace_id, workspaces.id), eq(members.account_id, accounts.id)))
    .where(isGoodSession)
    .prepare('find_standing')

  return async (caller: Caller, workspace: string, permission: Permission): Promise<boolean> => {
    // the host's token lasts as long as the server
    if (caller.session === null) return caller.host
    const [standing]: Standing[] = await find.execute({ token_hash: caller.session, workspace })
    if (!standing || standing.must_change_password) return false
    return may(permission, { ...standing, madeIt: false })
  }
}
