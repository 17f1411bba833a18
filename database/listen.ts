import type pg from 'pg'
import type { Database } from './connect.ts'
import type { DatabaseLog } from './log.ts'

export interface Listening {
  onPayload(payload: string): void
  /** called after every connect, because notifications may have been missed: read everything again */
  onGap(): void
  log: Pick<DatabaseLog, 'warn'>
}

export interface Listener {
  close(): Promise<void>
}

const RECONNECT_MS = 500

/**
 * Listens on a channel with a connection of its own, which is replaced if it breaks.
 * @param channel a plain lower-case word
 */
export function listenTo(
  database: Database,
  channel: string,
  { onPayload, onGap, log }: Listening,
): Listener {
  const { $client: pool } = database
  let client: pg.PoolClient | null = null
  let timer: NodeJS.Timeout | undefined
  let closed = false
  let isDeaf = false
  let connecting = connect()

  async function connect(): Promise<void> {
    try {
      const fresh = await pool.connect()
      client = fresh
      fresh.on('notification', ({ payload }) => onPayload(payload ?? ''))
      fresh.once('error', () => broken(fresh))
      fresh.once('end', () => broken(fresh))
      await fresh.query(`listen ${channel}`)
      isDeaf = false
      if (!closed) onGap()
    } catch (error) {
      if (!isDeaf) log.warn(`The database does not announce changes right now: ${(error as Error).message}`)
      isDeaf = true
      if (client) broken(client)
      else later()
    }
  }

  function broken(lost: pg.PoolClient): void {
    if (client !== lost) return
    client = null
    lost.release(true)
    later()
  }

  function later(): void {
    if (closed) return
    timer = setTimeout(() => {
      connecting = connect()
    }, RECONNECT_MS)
  }

  return {
    async close() {
      closed = true
      clearTimeout(timer)
      await connecting
      const last = client
      client = null
      last?.release(true)
    },
  }
}
