import type { ConnectionSettings } from '../connection-settings.ts'
import { anotherWay, type Way } from './another-way.ts'

export interface HangingWay extends Way {
  /** From now on nothing more is passed on, not even that a connection ends. */
  hang(): void
}

/** Another way to the database, which can be made to hang. */
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
