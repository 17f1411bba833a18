import { fail } from '@podium/contract/errors.ts'
import { type AccountRole, may, type Permission, type WorkspaceRole } from '@podium/contract/permissions.ts'
import type { Handle, Transaction } from '@podium/database/connect.ts'
import { accessTokens, accounts, sessions } from '@podium/database/schema/accounts.ts'
import { members, workspaces } from '@podium/database/schema/workspaces.ts'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import { isInUse } from '../inactivity.ts'
import { isGoodAccessToken } from './access-token.ts'
import type { Caller } from './call.ts'
import { isGoodSession } from './session.ts'

interface Standing {
  role: AccountRole
  must_change_password: boolean
  workspaceRole: WorkspaceRole | null
}

/** Answers whether who made a call might make it now as well: a stream that is open must not outlive the right. */
export function createStillAllowed(database: Handle, inactiveDays: number) {
  // a stream can be open for so long that its reader's account comes to count as unused
  const standingOf = createStandings(database, {
    goodAccessToken: and(isGoodAccessToken, isInUse(inactiveDays)),
    statement: 'find_reader_by_access_token',
  })
  return async (caller: Caller, workspace: string, permission: Permission): Promise<boolean> => {
    // the host's token lasts as long as the server
    if (caller.host) return true
    const standing = await standingOf(caller, workspace)
    if (!standing || standing.must_change_password) return false
    return may(permission, { ...standing, madeIt: false })
  }
}

/**
 * Decides again what was decided when the call came, in the transaction that does what was asked. Who was let in and
 * then waited, for a lock or for the rest of a body, may have lost the right meanwhile. The workspace must be locked.
 * @throws what such a call is refused with from its beginning
 */
export async function checkStillAllowed(
  tx: Transaction,
  caller: Caller,
  workspace: string,
  permission: Permission,
): Promise<void> {
  if (caller.host) return
  const standingOf = createStandings(tx, {
    goodAccessToken: isGoodAccessToken,
    statement: 'find_standing_by_access_token',
  })
  const standing = (await standingOf(caller, workspace)) ?? fail('SESSION.NONE')
  if (standing.must_change_password) fail('SESSION.PASSWORD')
  if (standing.workspaceRole === null && standing.role !== 'ADMIN') fail('NOT.FOUND')
  if (!may(permission, { ...standing, madeIt: false })) fail('NOT.ALLOWED')
}

/** A connection knows one text by one name: what differs in its condition has a name of its own. */
interface AccessTokenCheck {
  goodAccessToken: SQL | undefined
  statement: string
}

function createStandings(database: Handle, { goodAccessToken, statement }: AccessTokenCheck) {
  const columns = {
    role: accounts.role,
    must_change_password: accounts.must_change_password,
    workspaceRole: members.role,
  }
  const inWorkspace = eq(workspaces.id, sql.placeholder('workspace'))
  const ownMembership = and(eq(members.workspace_id, workspaces.id), eq(members.account_id, accounts.id))
  const find = database
    .select(columns)
    .from(sessions)
    .innerJoin(accounts, eq(accounts.id, sessions.account_id))
    .innerJoin(workspaces, inWorkspace)
    .leftJoin(members, ownMembership)
    .where(isGoodSession)
    .prepare('find_standing')
  const findByAccessToken = database
    .select(columns)
    .from(accessTokens)
    .innerJoin(accounts, eq(accounts.id, accessTokens.account_id))
    .innerJoin(workspaces, inWorkspace)
    .leftJoin(members, ownMembership)
    .where(goodAccessToken)
    .prepare(statement)

  return async (caller: Caller, workspace: string): Promise<Standing | undefined> => {
    const [standing] = caller.access_token
      ? await findByAccessToken.execute({ token_hash: caller.access_token.hash, workspace })
      : await find.execute({ token_hash: caller.session, workspace })
    return standing
  }
}
