import pg from 'pg'
import type { ConnectionSettings } from './connection-settings.ts'
import { applySettings, NO_LIMITS } from './session-settings.ts'
import { explained, remedyAtConnecting } from './start-remedies.ts'

export type Client = pg.Client

/**
 * Opens one connection for the duration of `work`, which may take as long as it needs.
 * @throws a sentence if the database cannot be reached, or refuses the work
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

/**
 * Opens a connection without time limits, whatever limits the role and database have.
 * @throws a sentence if the database cannot be reached
 */
export async function connectClient(
  connection: ConnectionSettings,
  config: pg.ClientConfig,
): Promise<pg.Client> {
  const client = clientOf({ connectionTimeoutMillis: 10_000, ...config, ...connection })
  // A connection that breaks fails the running query. Without a listener, the event would end the process before that.
  client.on('error', () => {})
  try {
    await client.connect()
    await applySettings(client, NO_LIMITS)
    return client
  } catch (error) {
    client.connection.stream.destroy()
    throw cannotConnect(error as Error, client)
  }
}

/** @throws a sentence if a file that the address names cannot be read */
function clientOf(config: pg.ClientConfig): pg.Client {
  try {
    return new pg.Client(config)
  } catch (error) {
    throw cannotConnect(error as Error, {})
  }
}

function cannotConnect(error: Error, target: Parameters<typeof remedyAtConnecting>[1]): Error {
  const sentence = `The database cannot be reached: ${error.message}.`
  return new Error(`${sentence} ${remedyAtConnecting(error, target)}`, { cause: error })
}
