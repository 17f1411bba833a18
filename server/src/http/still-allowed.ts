import { setImmediate as endOfTurn } from 'node:timers/promises'
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

/**
 * Answers whether who made a call might make it now as well: a stream that is open must not outlive the right. What is
 * asked of many streams at once is one statement.
 */
export function createStillAllowed(database: Handle, inactiveDays: number) {
  // a stream can be open for so long that its reader's account comes to count as unused
  const { bySession, byAccessToken } = createStandings(database, {
    goodAccessToken: and(isGoodAccessToken, isInUse(inactiveDays)),
    statement: 'find_readers_by_access_token',
  })
  const standingOf = oneOf(together(bySession), together(byAccessToken))
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
  const { bySession, byAccessToken } = createStandings(tx, {
    goodAccessToken: isGoodAccessToken,
    statement: 'find_standings_by_access_token',
  })
  const standingOf = oneOf(alone(bySession), alone(byAccessToken))
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

const asked = sql`unnest(${sql.placeholder('hashes')}::bytea[], ${sql.placeholder('workspaces')}::uuid[])
  with ordinality as asked (token_hash, workspace_id, place)`

/** What accounts may in workspaces, found by what they signed in with. */
function createStandings(database: Handle, { goodAccessToken, statement }: AccessTokenCheck) {
  const columns = {
    place: sql`asked.place`.mapWith(Number),
    role: accounts.role,
    must_change_password: accounts.must_change_password,
    workspaceRole: members.role,
  }
  const inWorkspace = sql`${workspaces.id} = asked.workspace_id`
  const ownMembership = and(eq(members.workspace_id, workspaces.id), eq(members.account_id, accounts.id))
  const find = database
    .select(columns)
    .from(asked)
    .innerJoin(sessions, sql`${sessions.token_hash} = asked.token_hash`)
    .innerJoin(accounts, eq(accounts.id, sessions.account_id))
    .innerJoin(workspaces, inWorkspace)
    .leftJoin(members, ownMembership)
    .where(isGoodSession)
    .prepare('find_standings')
  const findByAccessToken = database
    .select(columns)
    .from(asked)
    .innerJoin(accessTokens, sql`${accessTokens.token_hash} = asked.token_hash`)
    .innerJoin(accounts, eq(accounts.id, accessTokens.account_id))
    .innerJoin(workspaces, inWorkspace)
    .leftJoin(members, ownMembership)
    .where(goodAccessToken)
    .prepare(statement)

  return {
    bySession: async (all: readonly Asked[]) => inOrder(all, await find.execute(arraysOf(all))),
    byAccessToken: async (all: readonly Asked[]) =>
      inOrder(all, await findByAccessToken.execute(arraysOf(all))),
  }
}

interface Asked {
  hash: Buffer | null
  workspace: string
}

type Find = (asked: Asked) => Promise<Standing | undefined>
type FindAll = (all: readonly Asked[]) => Promise<(Standing | undefined)[]>

function oneOf(bySession: Find, byAccessToken: Find) {
  return ({ session, access_token }: Caller, workspace: string) =>
    access_token
      ? byAccessToken({ hash: access_token.hash, workspace })
      : bySession({ hash: session, workspace })
}

function alone(find: FindAll): Find {
  return async (asked) => (await find([asked]))[0]
}

/** Finds in one statement all that is asked for in one turn of the event loop. */
function together(find: FindAll): Find {
  let all: Asked[] = []
  let finding: ReturnType<FindAll> | null = null

  async function findAtEndOfTurn() {
    await endOfTurn()
    const ready = all
    all = []
    finding = null
    return find(ready)
  }

  return async (asked) => {
    const place = all.push(asked) - 1
    finding ??= findAtEndOfTurn()
    return (await finding)[place]
  }
}

function arraysOf(all: readonly Asked[]) {
  return { hashes: all.map(({ hash }) => hash), workspaces: all.map(({ workspace }) => workspace) }
}

/** The place of each is counted from one. */
function inOrder(all: readonly Asked[], found: readonly (Standing & { place: number })[]) {
  const byPlace = new Map(found.map((standing) => [standing.place, standing]))
  return all.map((_, index) => byPlace.get(index + 1))
}
