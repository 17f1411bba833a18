import type { ConnectionSettings } from '@podium/database/connection-settings.ts'
import { startEmbeddedPostgres } from '@podium/database/embedded.ts'
import { migrate } from '@podium/database/migrate.ts'
import { withConnection } from '@podium/database/one-connection.ts'
import { quietLog } from '@podium/database/testing/quiet-log.ts'

/** The database does this itself within a minute, so that the measured plans are the usual ones. */
async function analyzeTables(owner: ConnectionSettings): Promise<void> {
  await withConnection(owner, 'podium bench', (client) => client.query('vacuum analyze'))
}

/** Runs `work` with the bundled PostgreSQL, the product's own settings and all tables. */
export async function withDatabase<T>(
  home: string,
  work: (
    connection: ConnectionSettings,
    analyze: () => Promise<void>,
    owner: ConnectionSettings,
  ) => Promise<T>,
): Promise<T> {
  const postgres = await startEmbeddedPostgres({ home, log: quietLog })
  try {
    await migrate({ serving: postgres.serving, owner: postgres.owner })
    return await work(postgres.serving, () => analyzeTables(postgres.owner), postgres.owner)
  } finally {
    await postgres.stop()
  }
}
