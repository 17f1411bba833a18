import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { APPLICATION_NAME } from './connect.ts'
import type { ConnectionSettings } from './connection-settings.ts'
import { sayGoodbye } from './goodbye.ts'
import type { DatabaseLog } from './log.ts'
import { connectClient } from './one-connection.ts'

/** No other lock of the database bears this number. */
const SERVING = 4_927_002
const PAUSE_MS = 100
/** How long a confirmation counts for connections that are made after it was asked for, and so how long the next holder waits before it ends the connections of the last one. */
const CONFIRMED_MS = 500
const QUESTION = { text: 'select 1', query_timeout: 1_000 }

/** The connection that holds the lock bears this name; behind it stand the terms of a hold that is shared. */
const HOLD_NAME = 'podium-hold'
const SHARED_NAME = `${APPLICATION_NAME}-shared`

/** What the connections of servers may be called: of one that holds its database alone, and of those that share it. */
export const SERVER_CONNECTIONS = [APPLICATION_NAME, SHARED_NAME]

export interface Holding {
  log: Pick<DatabaseLog, 'warn'>
  /**
   * null: this server holds the database alone. A text of at most 50 bytes: others may hold it as well, if they give
   * the same one.
   */
  terms: string | null
  /** how long a server that has just ended may need to be noticed */
  patienceMs?: number
  /** another server took the database over while this one could not reach it */
  onTaken(): void
}

export interface Hold {
  /** what the connections of this server must be called, by which the next holder ends them */
  connectionName: string
  /**
   * Resolves when a connection that was made before this call belongs to the time in which the database is held: the
   * next holder ends it before it does anything else.
   * @throws an error with PostgreSQL's code of a failed connection when it is lost, or nothing is heard of it
   */
  confirm(): Promise<void>
  letGo(): Promise<void>
}

/** Others hold the database: their terms, null of one that holds it alone. */
export interface HeldByOthers {
  others: (string | null)[]
}

/**
 * Keeps servers with other terms off the database for as long as this process lives; however it ends, the database
 * notices and lets go. A connection that breaks is replaced.
 *
 * No statement of a former holder happens after this one has the database: each of its connections was made before a
 * confirmation that was asked for later, however late its answer came, or no longer ago than is waited here before all of
 * them are ended.
 * @throws a sentence when the database cannot be reached
 */
export async function holdDatabase(
  connection: ConnectionSettings,
  { log, terms, patienceMs = 5_000, onTaken }: Holding,
): Promise<Hold | HeldByOthers> {
  const take = () => takeWithin(connection, terms, patienceMs)
  let isLetGo = false
  const first = await take()
  if ('others' in first) return first
  let client: pg.Client | null = first
  let confirmedAt = Number.NEGATIVE_INFINITY
  let asking: Promise<void> | null = null
  watch(first)

  function watch(held: pg.Client): void {
    held.once('end', () => {
      client = null
      confirmedAt = Number.NEGATIVE_INFINITY
      void takeAgain()
    })
  }

  async function takeAgain(): Promise<void> {
    if (isLetGo) return
    log.warn('The connection to the database was lost. Podium connects again.')
    while (!isLetGo) {
      const taken = await take().catch(() => undefined)
      if (taken && 'others' in taken) return onTaken()
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
    connectionName: terms === null ? APPLICATION_NAME : SHARED_NAME,
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
      if (client) await sayGoodbye(client)
    },
  }
}

async function takeWithin(
  connection: ConnectionSettings,
  terms: string | null,
  patienceMs: number,
): Promise<pg.Client | HeldByOthers> {
  const client = await connectClient(connection, {
    application_name: terms === null ? HOLD_NAME : `${HOLD_NAME} ${terms}`,
    query_timeout: 10_000,
    keepAlive: true,
  })
  try {
    for (const until = performance.now() + patienceMs; ; await pause(PAUSE_MS)) {
      const others = await tryToTake(client, terms)
      if (others.length === 0) break
      if (performance.now() < until) continue
      await client.end()
      return { others }
    }
    await pause(CONFIRMED_MS)
    await endConnections(client, terms === null ? SERVER_CONNECTIONS : [APPLICATION_NAME])
    return client
  } catch (error) {
    // It may have the lock, or get it yet.
    client.connection.stream.destroy()
    throw error
  }
}

/** @returns the terms of those that are in the way; of none, the lock is taken */
async function tryToTake(client: pg.Client, terms: string | null): Promise<(string | null)[]> {
  const lock = terms === null ? 'pg_try_advisory_lock' : 'pg_try_advisory_lock_shared'
  const { rows } = await client.query<{ taken: boolean }>(`select ${lock}($1) as taken`, [SERVING])
  const others = await termsOfOthers(client)
  if (!rows[0]?.taken) return others.length > 0 ? others : [null]
  const inTheWay = others.filter((other) => other !== terms)
  if (inTheWay.length > 0) await client.query('select pg_advisory_unlock_shared($1)', [SERVING])
  return inTheWay
}

/** Of another role the name is not shown: its hold counts as one that is not shared. */
async function termsOfOthers(client: pg.Client): Promise<(string | null)[]> {
  const { rows } = await client.query<{ terms: string | null }>(
    `select case when starts_with(application_name, $2) then substr(application_name, length($2) + 1) end as terms
       from pg_locks join pg_stat_activity using (pid)
      where locktype = 'advisory' and granted and pid <> pg_backend_pid() and classid = 0 and objid = $1 and objsubid = 1
        and pg_locks.database = (select oid from pg_database where datname = current_database())`,
    [SERVING, `${HOLD_NAME} `],
  )
  return rows.map(({ terms }) => terms)
}

/** What a former holder has begun is undone, and it can send nothing more. */
async function endConnections(client: pg.Client, names: string[]): Promise<void> {
  const { rows } = await client.query<{ ended: boolean }>(
    `select pg_terminate_backend(pid, 5000) as ended from pg_stat_activity
      where datname = current_database() and usename = current_user and application_name = any($1)`,
    [names],
  )
  if (rows.some(({ ended }) => !ended))
    throw new Error('The connections of another Podium to this database do not end.')
}

/** Bears PostgreSQL's code of a connection that failed. */
function lost(): Error {
  return Object.assign(new Error('It is not known whether this server may still use the database.'), {
    code: '08006',
  })
}
