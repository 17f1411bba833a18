import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { ConnectionSettings } from './connection-settings.ts'
import type { DatabaseLog } from './log.ts'

/** No other lock of the database bears this number. */
const SERVING = 4_927_002
const PAUSE_MS = 250

export interface Holding {
  log: Pick<DatabaseLog, 'warn'>
  /** how long a server that has just ended may need to be noticed */
  patienceMs?: number
  /** another server took the database over while this one could not reach it */
  onTaken(): void
}

/**
 * Keeps other servers off the database for as long as this process lives; however it ends, the database notices and lets
 * go. A connection that breaks is replaced.
 * @returns what lets go, or null where another server holds it
 * @throws a sentence when the database cannot be reached
 */
export async function holdDatabase(
  connection: ConnectionSettings,
  { log, patienceMs = 5_000, onTaken }: Holding,
): Promise<(() => Promise<void>) | null> {
  let isLetGo = false
  let client = await takeWithin(connection, patienceMs)
  if (client === null) return null
  watch(client)

  function watch(held: pg.Client): void {
    held.once('end', () => void takeAgain())
  }

  async function takeAgain(): Promise<void> {
    if (isLetGo) return
    log.warn('The database was lost, and with it the hold on it. Both are asked for again.')
    while (!isLetGo) {
      const taken = await takeWithin(connection, patienceMs).catch(() => undefined)
      if (taken === null) return onTaken()
      if (taken) {
        client = taken
        return isLetGo ? taken.end() : watch(taken)
      }
      await pause(PAUSE_MS)
    }
  }

  return async () => {
    isLetGo = true
    await client?.end()
  }
}

async function takeWithin(connection: ConnectionSettings, patienceMs: number): Promise<pg.Client | null> {
  const client = new pg.Client({
    application_name: 'podium-hold',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    ...connection,
  })
  // A connection that breaks says 'end' as well, and that is where it is dealt with.
  client.on('error', () => {})
  await client.connect().catch((error: Error) => {
    throw new Error(`The database cannot be reached: ${error.message}.`, { cause: error })
  })
  for (const until = Date.now() + patienceMs; ; await pause(PAUSE_MS)) {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as taken', [SERVING])
    if (rows[0]?.taken) return client
    if (Date.now() >= until) break
  }
  await client.end()
  return null
}
