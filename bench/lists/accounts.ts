import { connectDatabase } from '@podium/database/connect.ts'
import { quietLog } from '@podium/database/testing/quiet-log.ts'
import { createPeople } from '@podium/server/testing/test-people.ts'
import { sql } from 'drizzle-orm'
import type { Verdict } from '../verdict.ts'
import { measureLists, type Seed } from './lists.ts'

const PATH = '/api/v1/settings/accounts'
const DAY_AGO = new Date(Date.now() - 86_400_000).toISOString()

/** Measures the account list of an organisation with 10,000 people, beside one with 100. */
export function measureAccounts(): Promise<Verdict[]> {
  return measureLists({
    what: 'accounts',
    few: 100,
    many: 10_000,
    seed: seedAccounts,
    calls: () => ({
      list: PATH,
      search: `${PATH}?q=person-42`,
      sort: `${PATH}?sort=-email`,
      filter: `${PATH}?role=DEVELOPER&locked=false&page=3`,
      'without a workspace': `${PATH}?role=DEVELOPER&workspaces=none`,
      'refused sign-ins': `/api/v1/settings/refused-sign-ins?from=${DAY_AGO}`,
    }),
  })
}

const seedAccounts: Seed = async (connection, size) => {
  const { database, close } = connectDatabase({ connection, log: quietLog })
  try {
    const { first, tokens } = await createPeople(database)
    await database.execute(sql`
      insert into accounts (login_type, username, display_name, email, company, department, role, last_login_at)
      select 'static', 'person-' || n, 'Person ' || n, 'person-' || n || '@example.org', 'Company ' || n % 20,
        'Department ' || n % 50, case when n % 40 = 0 then 'ADMIN' else 'DEVELOPER' end, now()
      from generate_series(1, ${size}::int) as n`)
    await database.execute(sql`
      insert into members (workspace_id, account_id, role)
      select ${first.id}::uuid, id, 'MEMBER' from accounts where username like 'person-%' and username like '%5'`)
    await database.execute(sql`
      insert into login_history (account_id, result, kind, address, created_at)
      select id, case when n = 1 then '001' else 'ok' end, 'browser', '10.0.0.7', now() - n * interval '12 hours'
      from accounts, generate_series(1, 20) as n where username like 'person-%'`)
    if (!tokens.admin) throw new Error('no one is signed in')
    return { token: tokens.admin, workspace_id: first.id }
  } finally {
    await close()
  }
}
