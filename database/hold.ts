import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { APPLICATION_NAME } from './connect.ts'
import type { ConnectionSettings } from './connection-settings.ts'
import type { DatabaseLog } from './log.ts'

/** No other lock of the database bears this number. */
const SERVING = 4_927_002
const PAUSE_MS = 100
/** How long a confirmation counts for connections that are made after it was asked for, and so how long the next holder waits before it ends the connections of the last one. */
const CONFIRMED_MS = 500
const QUESTION = { text: 'select 1', query_timeout: 1_000 }

export interface Holding {
  log: Pick<DatabaseLog, 'warn'>
  /** how long a server that has just ended may need to be noticed */
  patienceMs?: number
  /** another server took the database over while this one could not reach it */
  onTaken(): void
}

export interface Hold {
  /**
   * Resolves when a connection that was made before this call belongs to the time in which the database is held: the
   * next holder ends it before it does anything else.
   * @throws an error with PostgreSQL's code of a failed connection when it is lost, or nothing is heard of it
   */
  confirm(): Promise<void>
  letGo(): Promise<void>
}

/**
 * Keeps other servers off the database for as long as this process lives; however it ends, the database notices and lets
 * go. A connection that breaks is replaced.
 *
 * No statement of a former holder happens after this one has the database: each of its connections was made before a
 * confirmation that was asked for later, however late its answer came, or no longer ago than is waited here before all of
 * them are ended.
 * @returns null where another server holds it
 * @throws a sentence when the database cannot be reached
 */
export async function holdDatabase(
  connection: ConnectionSettings,
  { log, patienceMs = 5_000, onTaken }: Holding,
): Promise<Hold | null> {
  let isLetGo = false
  let client = await takeWithin(connection, patienceMs)
  let confirmedAt = Number.NEGATIVE_INFINITY
  let asking: Promise<void> | null = null
  if (client === null) return null
  watch(client)

  function watch(held: pg.Client): void {
    held.once('end', () => {
      client = null
      confirmedAt = Number.NEGATIVE_INFINITY
      void takeAgain()
    })
  }

  async function takeAgain(): Promise<void> {
    if (isLetGo) return
    log.warn('The database was lost, and with it the hold on it. Both are asked for again.')
    while (!isLetGo) {
      const taken = await takeWithin(connection, patienceMs).catch(() => undefined)
      if (taken === null) return onTaken()
      if (taken) {
        if (isLetGo) return taken.end()
        client = taken
        return watch(taken)
      }
      await pause(PAUSE_MS)
    }
  }

  async function ask(): Promise<void> {
    const askedAt = performance.now()
    const held = client
    if (held === null) throw lost()
    await held.query(QUESTION).catch(() => {
      held.connection.stream.destroy()
      throw lost()
    })
    confirmedAt = askedAt
  }

  return {
    async confirm() {
      const since = performance.now()
      // It counts from when it was asked: what was answered before this process stood still says nothing. What is asked
      // from now on counts however slowly it is answered, so that this asks twice at most.
      while (confirmedAt < since && performance.now() - confirmedAt > CONFIRMED_MS) {
        asking ??= ask().finally(() => {
          asking = null
        })
        await asking
      }
    },
    async letGo() {
      isLetGo = true
      await client?.end()
    },
  }
}

async function takeWithin(connection: ConnectionSettings, patienceMs: number): Promise<pg.Client | null> {
  const client = new pg.Client({
    application_name: 'podium-hold',
    connectionTimeoutMillis: 10_000,
    query_timeout: 10_000,
    keepAlive: true,
    ...connection,
  })
  // A connection that breaks says 'end' as well, and that is where it is dealt with.
  client.on('error', () => {})
  await client.connect().catch((error: Error) => {
    throw new Error(`The database cannot be reached: ${error.message}.`, { cause: error })
  })
  try {
    for (const until = performance.now() + patienceMs; ; await pause(PAUSE_MS)) {
      const { rows } = await client.query('select pg_try_advisory_lock($1) as taken', [SERVING])
      if (rows[0]?.taken) break
      if (performance.now() < until) continue
      await client.end()
      return null
    }
    await pause(CONFIRMED_MS)
    await endConnectionsOfOthers(client)
    return client
  } catch (error) {
    // It may have the lock, or get it yet.
    client.connection.stream.destroy()
    throw error
  }
}

/** What a former holder has begun is undone, and it can send nothing more. */
async function endConnectionsOfOthers(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ ended: boolean }>(
    `select pg_terminate_backend(pid, 5000) as ended from pg_stat_activity
      where datname = current_database() and usename = current_user and application_name = $1`,
    [APPLICATION_NAME],
  )
  if (rows.some(({ ended }) => !ended))
    throw new Error('The connections of another Podium to this database do not end.')
}

/** Bears PostgreSQL's code of a connection that failed. */
function lost(): Error {
  return Object.assign(new Error('Whether this server holds the database is not known.'), { code: '08006' })
}
