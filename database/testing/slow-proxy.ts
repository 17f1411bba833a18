import type { Socket } from 'node:net'
import type { ConnectionSettings } from '../connection-settings.ts'
import { type DatabaseProxy, databaseProxy } from './database-proxy.ts'

export interface SlowProxy extends DatabaseProxy {
  /** delays each answer by this from now on */
  setDelay(ms: number): void
}

/** A proxy for the database that can delay its answers. */
export async function slowProxy(settings: ConnectionSettings): Promise<SlowProxy> {
  let delay = 0
  const proxy = await databaseProxy(settings, (client, database) => passOn(client, database, () => delay))
  return {
    ...proxy,
    setDelay(ms) {
      delay = ms
    },
  }
}

function passOn(client: Socket, database: Socket, delay: () => number): void {
  const end = () => {
    client.destroy()
    database.destroy()
  }
  for (const socket of [client, database]) socket.on('error', end).on('close', end)
  client.pipe(database)
  database.on('data', (chunk) => setTimeout(() => client.write(chunk), delay()))
}
