import { createHash } from 'node:crypto'
import pg from 'pg'
import type { ConnectionSettings } from './connection-settings.ts'
import { POOL_SIZE } from './pool-size.ts'
import { applySettings, NO_LIMITS } from './session-settings.ts'

/** Deeper paths share one turn, because each folder is a lock and the database has room for some thousand. */
const DEEPEST = 16

const LOCK = `select case when is_whole then pg_advisory_xact_lock(id) else pg_advisory_xact_lock_shared(id) end
  from unnest($1::bigint[], $2::boolean[]) as wanted(id, is_whole)`

/**
 * Runs work in turn among all servers on the database: work at a path runs when no other is running at the same path
 * ('a/b/c'), above it or below it. A server that dies releases its turns.
 *
 * It has connections of its own, because callers that wait may hold all connections of the server, and would deadlock
 * if the locks needed one of these.
 */
export function createDatabaseTurns(connection: ConnectionSettings) {
  const pool = new pg.Pool({
    application_name: 'podium turns',
    // as many as the pool for everything else, because at most that many transactions wait here
    max: POOL_SIZE,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    query_timeout: 26_000,
    ...connection,
    onConnect: (client) =>
      applySettings(client, {
        ...NO_LIMITS,
        statement_timeout: '25000',
        idle_in_transaction_session_timeout: '60000',
      }),
  })
  // Losing the lock does not undo running work; the next turn opens a new connection.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))

  async function inTurn<T>(path: string, work: () => Promise<T>): Promise<T> {
    const client = await pool.connect()
    try {
      await client.query('begin')
      await client.query(LOCK, locksOf(path))
      return await work()
    } finally {
      client.query('rollback').then(
        () => client.release(),
        () => client.release(true),
      )
    }
  }

  return { inTurn, close: () => pool.end() }
}

/** Returns shared locks of the folders and an exclusive one of the path, sorted, so that no two callers deadlock. */
function locksOf(path: string): [ids: bigint[], whole: boolean[]] {
  const segments = path.split('/').slice(0, DEEPEST)
  const locks = new Map(segments.map((_, index) => [idOf(segments.slice(0, index + 1)), false]))
  locks.set(idOf(segments), true)
  const ordered = [...locks].sort(([one], [other]) => (one < other ? -1 : 1))
  return [ordered.map(([id]) => id), ordered.map(([, isWhole]) => isWhole)]
}

function idOf(segments: string[]): bigint {
  return createHash('sha256')
    .update(`podium turn ${segments.join('/')}`)
    .digest()
    .readBigInt64BE()
}
