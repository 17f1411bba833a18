import type { ConnectionSettings } from '@podium/database/connection-settings.ts'
import { startEmbeddedPostgres } from '@podium/database/embedded.ts'
import { migrate } from '@podium/database/migrate.ts'
import { withConnection } from '@podium/database/one-connection.ts'
import { quietLog } from '@podium/database/testing/quiet-log.ts'

/** What the database does by itself within a minute: the plans of the measurement are those of an ordinary day. */
async function analyzeTables(owner: ConnectionSettings): Promise<void> {
  await withConnection(owner, 'podium bench', (client) => client.query('vacuum analyze'))
}

/** The bundled PostgreSQL with the product's own settings and all tables, while `work` goes on. */
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
