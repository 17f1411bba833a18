import pg from 'pg'
import { sayGoodbye } from './goodbye.ts'

const BEAT_MS = 250
/** So many missed beats in a row, one second, count as silence. */
const MAX_MISSED = 4

export interface Heartbeat {
  readonly isSilent: boolean
  stop(): Promise<void>
}

/**
 * Asks the database at every beat for an answer, on a connection of its own. A long statement does not make it silent,
 * but a stopped or unreachable database is. Beats are counted instead of time, so that a pause of this process does not
 * count against the database.
 * @param onSilent called each time the database falls silent
 */
export function startHeartbeat(settings: pg.ClientConfig, onSilent: () => void): Heartbeat {
  let client: pg.Client | null = null
  let asking: Promise<void> | null = null
  let missed = 0
  let isSilent = false
  const timer = setInterval(beat, BEAT_MS)
  timer.unref()

  function beat(): void {
    missed = asking ? missed + 1 : 0
    asking ??= ask().finally(() => {
      asking = null
    })
    if (missed >= MAX_MISSED) abandon()
  }

  async function ask(): Promise<void> {
    try {
      client ??= await connect()
      await client.query('select 1')
      isSilent = false
    } catch {
      // a failed connect is no silence, because queries fail at once as well
      client = null
    }
  }

  async function connect(): Promise<pg.Client> {
    const fresh = new pg.Client({ ...settings, application_name: 'podium-heartbeat' })
    client = fresh
    fresh.on('error', () => {})
    await fresh.connect()
    return fresh
  }

  function abandon(): void {
    // the next beat uses a new connection, because this one may be lost even if the database is not
    client?.connection.stream.destroy()
    if (isSilent) return
    isSilent = true
    onSilent()
  }

  return {
    get isSilent() {
      return isSilent
    },
    async stop() {
      clearInterval(timer)
      if (asking) client?.connection.stream.destroy()
      await asking
      if (client) await sayGoodbye(client)
    },
  }
}
