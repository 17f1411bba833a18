import type { ConnectionSettings } from '@podium/database/connection-settings.ts'
import { startEmbeddedPostgres } from '@podium/database/embedded.ts'
import { migrate } from '@podium/database/migrate.ts'
import { quietLog } from '@podium/database/testing/quiet-log.ts'

/** The bundled PostgreSQL with the product's own settings and all tables, while `work` goes on. */
export async function withDatabase<T>(
  home: string,
  work: (connection: ConnectionSettings) => Promise<T>,
): Promise<T> {
  const postgres = await startEmbeddedPostgres({ home, log: quietLog })
  try {
    await migrate({ serving: postgres.serving, owner: postgres.owner })
    return await work(postgres.serving)
  } finally {
    await postgres.stop()
  }
}
