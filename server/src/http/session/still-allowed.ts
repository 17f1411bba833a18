import { setImmediate as endOfTick } from 'node:timers/promises'
import { fail } from '@podium/contract/rules/errors.ts'
import {
  type AccountRole,
  may,
  type Permission,
  type WorkspaceRole,
} from '@podium/contract/rules/permissions.ts'
import type { Handle, Transaction } from '@podium/database/connect.ts'
import { accessTokens, accounts, sessions } from '@podium/database/schema/accounts.ts'
import { currentMembers, workspaces } from '@podium/database/schema/workspaces.ts'
import { and, eq, isNotNull, or, type SQL, sql } from 'drizzle-orm'
import { isInUse } from '../../inactivity.ts'
import { refuse } from '../asker.ts'
import type { Caller } from '../call.ts'
import { isGoodAccessToken } from './access-token.ts'
import { isGoodSession } from './session.ts'

interface Standing {
  role: AccountRole
  must_change_password: boolean
  workspaceRole: WorkspaceRole | null
  membersMayOnlyLook: boolean
}

/**
 * Answers whether who made a call might make it now as well: a stream that is open must not outlive the right. What is
 * asked of many streams at once is one statement.
 */
export function createStillAllowed(database: Handle, inactiveDays: number) {
  // a stream can be open for so long that its reader's account comes to count as unused
  const goodAccessToken = and(isGoodAccessToken, isInUse(inactiveDays))
  const standingOf = together(createStandings(database, 'find_standings_of_readers', goodAccessToken))
  return async (caller: Caller, workspace: string, permission: Permission): Promise<boolean> => {
    // the host's token lasts as long as the server
    if (caller.host) return true
    const standing = await standingOf({ hash: tokenHashOf(caller), workspace })
    if (!standing || standing.must_change_password) return false
    return may(permission, { ...standing, madeIt: false })
  }
}

/**
 * Decides again what was decided when the call came, in the transaction that does what was asked. Who was let in and
 * then waited, for a lock or for the rest of a body, may have lost the right since. The workspace must be locked.
 * @throws what such a call is refused with from its beginning
 */
export async function checkStillAllowed(
  tx: Transaction,
  caller: Caller,
  workspace: string,
  permission: Permission,
): Promise<void> {
  if (caller.host) return
  const find = createStandings(tx, 'find_standings', isGoodAccessToken)
  const [found] = await find([{ hash: tokenHashOf(caller), workspace }])
  const standing = found ?? fail('SESSION.NONE')
  if (standing.must_change_password) fail('SESSION.PASSWORD')
  if (standing.workspaceRole === null && standing.role !== 'ADMIN') fail('NOT.FOUND')
  const asker = { ...standing, madeIt: false }
  if (!may(permission, asker)) refuse(permission, asker)
}

interface Asked {
  hash: Buffer | null
  workspace: string
}

type FindAll = (all: readonly Asked[]) => Promise<(Standing | undefined)[]>

function tokenHashOf({ session, access_token }: Caller): Buffer | null {
  return access_token?.hash ?? session
}

const asked = sql`unnest(${sql.placeholder('hashes')}::bytea[], ${sql.placeholder('workspaces')}::uuid[])
  with ordinality as asked (token_hash, workspace_id, place)`

/**
 * What accounts may in workspaces, found by the session or access token that they signed in with.
 * @param statement names the prepared text, of which a connection knows one by one name
 */
function createStandings(database: Handle, statement: string, goodAccessToken: SQL | undefined): FindAll {
  const find = database
    .select({
      position: sql`asked.place`.mapWith(Number),
      role: accounts.role,
      must_change_password: accounts.must_change_password,
      workspaceRole: currentMembers.role,
      membersMayOnlyLook: workspaces.members_may_only_look,
    })
    .from(asked)
    .leftJoin(sessions, sql`${sessions.token_hash} = asked.token_hash`)
    .leftJoin(accessTokens, sql`${accessTokens.token_hash} = asked.token_hash`)
    .innerJoin(accounts, sql`${accounts.id} = coalesce(${sessions.account_id}, ${accessTokens.account_id})`)
    .innerJoin(workspaces, sql`${workspaces.id} = asked.workspace_id`)
    .leftJoin(
      currentMembers,
      and(eq(currentMembers.workspace_id, workspaces.id), eq(currentMembers.account_id, accounts.id)),
    )
    .where(
      or(
        and(isNotNull(sessions.token_hash), isGoodSession),
        and(isNotNull(accessTokens.token_hash), goodAccessToken),
      ),
    )
    .prepare(statement)
  return async (all) => {
    const hashes = all.map(({ hash }) => hash)
    const found = await find.execute({ hashes, workspaces: all.map(({ workspace }) => workspace) })
    const byPosition = new Map(found.map((standing) => [standing.position, standing]))
    // places are counted from one
    return all.map((_, index) => byPosition.get(index + 1))
  }
}

/** Finds in one statement all that is asked for in one turn of the event loop. */
function together(find: FindAll) {
  let all: Asked[] = []
  let finding: ReturnType<FindAll> | null = null

  async function findAtEndOfTick() {
    await endOfTick()
    const ready = all
    all = []
    finding = null
    return find(ready)
  }

  return async (asked: Asked): Promise<Standing | undefined> => {
    const index = all.push(asked) - 1
    finding ??= findAtEndOfTick()
    return (await finding)[index]
  }
}
