import pg from 'pg'
import type { ConnectionSettings } from './connection-settings.ts'
import { explained, remedyAtConnecting } from './start-remedies.ts'

export type Client = pg.Client

/**
 * One connection for the duration of `work`, which may take as long as it needs.
 * @throws a sentence when the database cannot be reached, or refuses the work
 */
export async function withConnection<T>(
  connection: ConnectionSettings,
  application_name: string,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = await connectClient(connection, { application_name })
  try {
    return await work(client)
  } catch (error) {
    throw explained(error, client)
  } finally {
    await client.end()
  }
}

/** @throws a sentence when the database cannot be reached */
export async function connectClient(
  connection: ConnectionSettings,
  config: pg.ClientConfig,
): Promise<pg.Client> {
  const client = new pg.Client({ connectionTimeoutMillis: 10_000, ...config, ...connection })
  // A connection that breaks fails the query under way; unheard, the event would end the process before that.
  client.on('error', () => {})
  await client.connect().catch((error: Error) => {
    const sentence = `The database cannot be reached: ${error.message}.`
    throw new Error(`${sentence} ${remedyAtConnecting(error, client)}`, { cause: error })
  })
  return client
}
