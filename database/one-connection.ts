import pg from 'pg'
import type { ConnectionSettings } from './connection-settings.ts'

export type Client = pg.Client

/**
 * One connection for the duration of `work`, which may take as long as it needs.
 * @throws a sentence when the database cannot be reached
 */
export async function withConnection<T>(
  connection: ConnectionSettings,
  application_name: string,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ application_name, connectionTimeoutMillis: 10_000, ...connection })
  // A connection that breaks fails the query under way; unheard, the event would end the process before that.
  client.on('error', () => {})
  await client.connect().catch((error: Error) => {
    throw new Error(`The database cannot be reached: ${error.message}.`, { cause: error })
  })
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
