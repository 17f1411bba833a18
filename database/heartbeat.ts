import pg from 'pg'
import { sayGoodbye } from './goodbye.ts'

const BEAT_MS = 250
/** So many beats in a row without an answer, a second, are silence. */
const MOST_MISSED = 4

export interface Heartbeat {
  readonly isSilent: boolean
  stop(): Promise<void>
}

/**
 * Asks the database at every beat whether it answers, on a connection of its own: a long statement does not make it
 * silent, but being stopped or out of reach does. Beats are counted and not time, so that a pause of this process does not
 * count against the database.
 * @param onSilent called each time it falls silent
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
    if (missed >= MOST_MISSED) giveUp()
  }

  async function ask(): Promise<void> {
    try {
      client ??= await connect()
      await client.query('select 1')
      isSilent = false
    } catch {
      // a connection that cannot be made is no silence: queries fail at once as well
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

  function giveUp(): void {
    // the next beat asks on a new connection: this one may be lost even when the database is not
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
