import { connectDatabase } from '@podium/database/connect.ts'
import { quietLog } from '@podium/database/testing/quiet-log.ts'
import { sql } from 'drizzle-orm'
import { seedRuns } from '../run-list/seed.ts'
import type { Verdict } from '../verdict.ts'
import { measureLists, type Seed } from './lists.ts'

const LIVE = 50

/** Measures the queue by workspace of 50 live runs, beside 10,000 ended ones and beside 100. */
export function measureQueue(): Promise<Verdict[]> {
  return measureLists({
    what: 'ended runs',
    few: 100,
    many: 10_000,
    seed: seedQueue,
    calls: () => ({ queue: '/api/v1/engine/queue' }),
  })
}

const seedQueue: Seed = async (connection, size) => {
  const { workspace_id, admin } = await seedRuns(connection, size + LIVE)
  const { database, close } = connectDatabase({ connection, log: quietLog })
  try {
    await database.execute(sql`
      update runs set state = 'queued', ended_at = null, detail = 'Waits for memory.'
      where id in (select id from runs order by created_at desc, id limit ${LIVE})`)
    return { workspace_id, token: admin }
  } finally {
    await close()
  }
}
