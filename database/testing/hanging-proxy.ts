import type { ConnectionSettings } from '../connection-settings.ts'
import { type DatabaseProxy, databaseProxy } from './database-proxy.ts'

export interface HangingProxy extends DatabaseProxy {
  /** Stops passing anything on, even that a connection ends. */
  hang(): void
}

/** A proxy for the database that can be made to hang. */
export async function hangingProxy(settings: ConnectionSettings): Promise<HangingProxy> {
  let hangs = false
  const holdUp: (() => void)[] = []
  const proxy = await databaseProxy(settings, (client, database) => {
    for (const socket of [client, database]) socket.on('error', () => {})
    if (hangs) return
    client.pipe(database).pipe(client)
    holdUp.push(() => client.unpipe().pause())
  })
  return {
    ...proxy,
    hang() {
      hangs = true
      for (const each of holdUp) each()
    },
  }
}
