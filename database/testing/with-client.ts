import pg from 'pg'
import type { ConnectionSettings } from '../connection-settings.ts'

/** Opens a connection for the duration of `work`. */
export async function withClient<T>(
  settings: ConnectionSettings,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ ...settings })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
