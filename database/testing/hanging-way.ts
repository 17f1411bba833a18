import type { ConnectionSettings } from '../connection-settings.ts'
import { anotherWay, type Way } from './another-way.ts'

export interface HangingWay extends Way {
  /** Stops passing anything on, even that a connection ends. */
  hang(): void
}

/** A proxy for the database that can be made to hang. */
export async function hangingWay(settings: ConnectionSettings): Promise<HangingWay> {
  let hangs = false
  const holdUp: (() => void)[] = []
  const way = await anotherWay(settings, (client, database) => {
    for (const socket of [client, database]) socket.on('error', () => {})
    if (hangs) return
    client.pipe(database).pipe(client)
    holdUp.push(() => client.unpipe().pause())
  })
  return {
    ...way,
    hang() {
      hangs = true
      for (const each of holdUp) each()
    },
  }
}
