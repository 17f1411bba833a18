import { connectDatabase } from '@podium/database/connect.ts'
import type { ConnectionSettings } from '@podium/database/connection-settings.ts'
import { startEmbeddedPostgres } from '@podium/database/embedded.ts'
import { migrate } from '@podium/database/migrate.ts'
import { quietLog } from '@podium/database/testing/quiet-log.ts'

/** What the database does by itself within a minute: the plans of the measurement are those of an ordinary day. */
async function analyzeTables(owner: ConnectionSettings): Promise<void> {
  const { pool, close } = connectDatabase({ connection: owner, log: quietLog })
  await pool.query('vacuum analyze')
  await close()
}

/** The bundled PostgreSQL with the product's own settings and all tables, while `work` goes on. */
export async function withDatabase<T>(
  home: string,
  work: (connection: ConnectionSettings, analyze: () => Promise<void>) => Promise<T>,
): Promise<T> {
  const postgres = await startEmbeddedPostgres({ home, log: quietLog })
  try {
    await migrate({ serving: postgres.serving, owner: postgres.owner })
    return await work(postgres.serving, () => analyzeTables(postgres.owner))
  } finally {
    await postgres.stop()
  }
}
