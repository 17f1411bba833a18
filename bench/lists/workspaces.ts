import { connectDatabase } from '@podium/database/connect.ts'
import { quietLog } from '@podium/database/testing/quiet-log.ts'
import { createPeople } from '@podium/server/testing/test-people.ts'
import { sql } from 'drizzle-orm'
import type { Verdict } from '../verdict.ts'
import { measureLists, type Seed } from './lists.ts'

const PATH = '/api/v1/workspaces'
const MEMBERS_EACH = 100

/** Measures the workspace list of an installation with 1,000 workspaces of 100 members each, beside one with 10. */
export function measureWorkspaces(): Promise<Verdict[]> {
  return measureLists({
    what: 'workspaces',
    few: 10,
    many: 1_000,
    seed: seedWorkspaces,
    calls: ({ workspace_id }) => ({
      list: PATH,
      search: `${PATH}?q=team-7`,
      sort: `${PATH}?sort=-updated_at`,
      members: `${PATH}/${workspace_id}/members`,
      'members of a page': `${PATH}/members?ids=${workspace_id}`,
    }),
  })
}

const seedWorkspaces: Seed = async (connection, size) => {
  const { database, close } = connectDatabase({ connection, log: quietLog })
  try {
    const { first, tokens } = await createPeople(database)
    await database.execute(sql`
      insert into accounts (login_type, username, display_name, email, role)
      select 'static', 'person-' || n, 'Person ' || n, 'person-' || n || '@example.org', 'DEVELOPER'
      from generate_series(1, ${10 * MEMBERS_EACH}::int) as n`)
    await database.execute(sql`
      insert into workspaces (name, s3_bucket_name, updated_at)
      select 'team-' || n || '-ws', 'team-' || n, now() - n * interval '1 hour'
      from generate_series(1, ${size}::int) as n`)
    await database.execute(sql`
      insert into members (workspace_id, account_id, role)
      select w.id, a.id, case when a.place = 1 then 'MANAGER' else 'MEMBER' end
      from (select id, row_number() over (order by id) as number from workspaces where id <> ${first.id}::uuid) w
      join (select id, row_number() over (order by id) as place from accounts where username like 'person-%') a
        on a.place % 10 = w.number % 10`)
    await database.execute(sql`
      insert into members (workspace_id, account_id, role)
      select ${first.id}::uuid, id, 'MEMBER' from accounts where username like 'person-%'
      order by username limit ${MEMBERS_EACH}`)
    if (!tokens.admin) throw new Error('no one is signed in')
    return { token: tokens.admin, workspace_id: first.id }
  } finally {
    await close()
  }
}
