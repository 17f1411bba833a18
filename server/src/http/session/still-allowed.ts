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

interface ReaderState {
  role: AccountRole
  must_change_password: boolean
  workspaceRole: WorkspaceRole | null
  membersMayOnlyLook: boolean
}

/**
 * Checks if a caller might still make the call, because an open stream must not outlive the permission. The checks of
 * many streams at once are one statement.
 */
export function createStillAllowed(database: Handle, inactiveDays: number) {
  // a stream can stay open until its reader's account counts as unused
  const goodAccessToken = and(isGoodAccessToken, isInUse(inactiveDays))
  const stateOf = together(createStateReader(database, 'find_states_of_readers', goodAccessToken))
  return async (caller: Caller, workspace: string, permission: Permission): Promise<boolean> => {
    // the host's token lasts as long as the server
    if (caller.host) return true
    const state = await stateOf({ hash: tokenHashOf(caller), workspace })
    if (!state || state.must_change_password) return false
    return may(permission, { ...state, madeIt: false })
  }
}

/**
 * Repeats the authorisation in the transaction of the work, because a caller who waited for a lock or for the rest of a
 * body may have lost the right meanwhile. The workspace must be locked.
 * @throws the error that would have refused the call at its beginning
 */
export async function checkStillAllowed(
  tx: Transaction,
  caller: Caller,
  workspace: string,
  permission: Permission,
): Promise<void> {
  if (caller.host) return
  const find = createStateReader(tx, 'find_states', isGoodAccessToken)
  const [found] = await find([{ hash: tokenHashOf(caller), workspace }])
  const state = found ?? fail('SESSION.NONE')
  if (state.must_change_password) fail('SESSION.PASSWORD')
  if (state.workspaceRole === null && state.role !== 'ADMIN') fail('NOT.FOUND')
  const asker = { ...state, madeIt: false }
  if (!may(permission, asker)) refuse(permission, asker)
}

interface Asked {
  hash: Buffer | null
  workspace: string
}

type FindAll = (all: readonly Asked[]) => Promise<(ReaderState | undefined)[]>

function tokenHashOf({ session, access_token }: Caller): Buffer | null {
  return access_token?.hash ?? session
}

const asked = sql`unnest(${sql.placeholder('hashes')}::bytea[], ${sql.placeholder('workspaces')}::uuid[])
  with ordinality as asked (token_hash, workspace_id, place)`

/**
 * The permissions of accounts in workspaces, found by session or access token.
 * @param statement the name of the prepared statement, unique per text on a connection
 */
function createStateReader(database: Handle, statement: string, goodAccessToken: SQL | undefined): FindAll {
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
    const byPosition = new Map(found.map((state) => [state.position, state]))
    // ordinality counts from one
    return all.map((_, index) => byPosition.get(index + 1))
  }
}

/** Combines all look-ups within one turn of the event loop into one statement. */
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

  return async (asked: Asked): Promise<ReaderState | undefined> => {
    const index = all.push(asked) - 1
    finding ??= findAtEndOfTick()
    return (await finding)[index]
  }
}
