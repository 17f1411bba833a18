import type { AccountRole, WorkspaceRole } from '@podium/contract/rules/permissions.ts'
import type { Database } from '@podium/database/connect.ts'
import { accounts, sessions } from '@podium/database/schema/accounts.ts'
import { members, workspaces } from '@podium/database/schema/workspaces.ts'
import { hashOfToken, newToken } from '../http/session/tokens.ts'

/**
 * The test people, named after their roles in the first workspace. `outsider` is MANAGER of the second one and nothing
 * in the first; `loner` has no workspace at all; `admin` is a member of none.
 */
export type Role = Player | 'anonymous' | 'host'
export type Player = 'admin' | 'manager' | 'developer' | 'member' | 'outsider' | 'loner'

const PLAYERS: Record<Player, { account: AccountRole; first: WorkspaceRole | null }> = {
  admin: { account: 'ADMIN', first: null },
  manager: { account: 'DEVELOPER', first: 'MANAGER' },
  developer: { account: 'DEVELOPER', first: 'DEVELOPER' },
  member: { account: 'DEVELOPER', first: 'MEMBER' },
  outsider: { account: 'DEVELOPER', first: null },
  loner: { account: 'DEVELOPER', first: null },
}

export interface TestWorkspace {
  id: string
  name: string
  s3_bucket_name: string
}

export interface People {
  first: TestWorkspace
  second: TestWorkspace
  /** account ids */
  ids: Record<Player, string>
  /** tokens of their sessions */
  tokens: Partial<Record<Role, string>>
}

/** Puts the people and their two workspaces into the database; their usernames are their roles. */
export async function createPeople(database: Database): Promise<People> {
  const [first, second] = await database
    .insert(workspaces)
    .values([
      { name: 'first-ws', s3_bucket_name: 'first-bucket' },
      { name: 'second-ws', s3_bucket_name: 'second-bucket' },
    ])
    .returning({ id: workspaces.id, name: workspaces.name, s3_bucket_name: workspaces.s3_bucket_name })
  if (!first || !second) throw new Error('the workspaces of the test were not made')
  const names = Object.keys(PLAYERS) as Player[]
  const rows = await database
    .insert(accounts)
    .values(
      names.map((username) => ({
        login_type: 'static' as const,
        username,
        display_name: `The ${username}`,
        email: `${username}@example.org`,
        role: PLAYERS[username].account,
      })),
    )
    .returning({ id: accounts.id, username: accounts.username })
  const ids = Object.fromEntries(rows.map(({ id, username }) => [username, id])) as Record<Player, string>
  await database.insert(members).values([
    ...names.flatMap((name) => {
      const role = PLAYERS[name].first
      return role ? [{ workspace_id: first.id, account_id: ids[name], role }] : []
    }),
    { workspace_id: second.id, account_id: ids.outsider, role: 'MANAGER' as const },
  ])
  const tokens = Object.fromEntries(names.map((name) => [name, newToken()])) as Record<Player, string>
  await database.insert(sessions).values(
    names.map((name) => ({
      token_hash: hashOfToken(tokens[name]),
      account_id: ids[name],
      kind: 'program' as const,
      address: '127.0.0.1',
    })),
  )
  return { first, second, ids, tokens }
}
