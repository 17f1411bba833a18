import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { APPLICATION_NAME } from './connect.ts'
import type { ConnectionSettings } from './connection-settings.ts'
import { sayGoodbye } from './goodbye.ts'
import type { DatabaseLog } from './log.ts'
import { connectClient } from './one-connection.ts'

/** The number of the advisory lock; no other lock of the database has it. */
const SERVING = 4_927_002
const PAUSE_MS = 100
/**
 * How long a confirmation counts for connections made after it was requested, and so how long the next holder waits
 * before it ends the connections of the last one.
 */
const CONFIRMED_MS = 500
const QUESTION = { text: 'select 1', query_timeout: 1_000 }

/** Application name of the connection that holds the lock, followed by the terms of a shared hold. */
const HOLD_NAME = 'podium-hold'
const SHARED_NAME = `${APPLICATION_NAME}-shared`

/** Application names of servers' connections: of a server that holds its database alone, and of sharing servers. */
export const SERVER_CONNECTIONS = [APPLICATION_NAME, SHARED_NAME]

export interface Holding {
  log: Pick<DatabaseLog, 'warn'>
  /** null: this server holds the database alone. A text (at most 50 bytes): shared with holders of the same one. */
  terms: string | null
  /** how long it may take to notice that a former server has ended */
  patienceMs?: number
  /** called when another server took the database over while this one could not reach it */
  onTaken(): void
}

export interface DatabaseLock {
  /** application name that this server's connections must use, so that the next holder can end them */
  connectionName: string
  /**
   * Resolves if this server held the database when a connection made before this call was opened, so the next holder
   * ends that connection before it does anything else.
   * @throws an error with PostgreSQL's code of a failed connection if the hold is lost, or its state is unknown
   */
  confirm(): Promise<void>
  release(): Promise<void>
}

/** The terms of the other holders; null for one that holds the database alone. */
export interface LockedByOthers {
  others: (string | null)[]
}

/**
 * Keeps servers with other terms off the database for as long as this process lives. However the process ends, the
 * database notices and releases the lock. A connection that breaks is replaced.
 *
 * No statement of a former holder runs after this one has the database. Each of its connections was made either before
 * a later confirmation succeeded, or less than CONFIRMED_MS ago, and this one waits that long before it ends them all.
 * @throws a sentence if the database cannot be reached
 */
export async function lockDatabase(
  connection: ConnectionSettings,
  { log, terms, patienceMs = 5_000, onTaken }: Holding,
): Promise<DatabaseLock | LockedByOthers> {
  const take = () => takeWithin(connection, terms, patienceMs)
  let isReleased = false
  const first = await take()
  if ('others' in first) return first
  let client: pg.Client | null = first
  let confirmedAt = Number.NEGATIVE_INFINITY
  let asking: Promise<void> | null = null
  watch(first)

  function watch(taken: pg.Client): void {
    taken.once('end', () => {
      client = null
      confirmedAt = Number.NEGATIVE_INFINITY
      void takeAgain()
    })
  }

  async function takeAgain(): Promise<void> {
    if (isReleased) return
    log.warn('The connection to the database was lost. Podium connects again.')
    while (!isReleased) {
      const taken = await take().catch(() => undefined)
      if (taken && 'others' in taken) return onTaken()
      if (taken) {
        if (isReleased) return taken.end()
        client = taken
        return watch(taken)
      }
      await pause(PAUSE_MS)
    }
  }

  async function ask(): Promise<void> {
    const askedAt = performance.now()
    const taken = client
    if (taken === null) throw lost()
    await taken.query(QUESTION).catch(() => {
      taken.connection.stream.destroy()
      throw lost()
    })
    confirmedAt = askedAt
  }

  return {
    connectionName: terms === null ? APPLICATION_NAME : SHARED_NAME,
    async confirm() {
      const since = performance.now()
      // A confirmation counts from its request, because an answer from before this process was paused says nothing. A
      // request from now on counts however slow the answer is, so this asks at most twice.
      while (confirmedAt < since && performance.now() - confirmedAt > CONFIRMED_MS) {
        asking ??= ask().finally(() => {
          asking = null
        })
        await asking
      }
    },
    async release() {
      isReleased = true
      if (client) await sayGoodbye(client)
    },
  }
}

async function takeWithin(
  connection: ConnectionSettings,
  terms: string | null,
  patienceMs: number,
): Promise<pg.Client | LockedByOthers> {
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
    // The connection may have the lock or still get it.
    client.connection.stream.destroy()
    throw error
  }
}

/** Tries to take the lock. @returns the terms of conflicting holders; empty if the lock was taken */
async function tryToTake(client: pg.Client, terms: string | null): Promise<(string | null)[]> {
  const lock = terms === null ? 'pg_try_advisory_lock' : 'pg_try_advisory_lock_shared'
  const { rows } = await client.query<{ taken: boolean }>(`select ${lock}($1) as taken`, [SERVING])
  const others = await termsOfOthers(client)
  if (!rows[0]?.taken) return others.length > 0 ? others : [null]
  const inTheWay = others.filter((other) => other !== terms)
  if (inTheWay.length > 0) await client.query('select pg_advisory_unlock_shared($1)', [SERVING])
  return inTheWay
}

/** Returns the terms of other holders. The name is not visible for other roles, so their holds count as not shared. */
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

/** Ends the connections of a former holder, which rolls back their transactions and prevents further statements. */
async function endConnections(client: pg.Client, names: string[]): Promise<void> {
  const { rows } = await client.query<{ ended: boolean }>(
    `select pg_terminate_backend(pid, 5000) as ended from pg_stat_activity
      where datname = current_database() and usename = current_user and application_name = any($1)`,
    [names],
  )
  if (rows.some(({ ended }) => !ended))
    throw new Error('The connections of another Podium to this database do not end.')
}

/** Returns an error with PostgreSQL's code of a failed connection. */
function lost(): Error {
  return Object.assign(new Error('It is not known whether this server may still use the database.'), {
    code: '08006',
  })
}
