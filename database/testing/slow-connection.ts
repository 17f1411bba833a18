import type { Socket } from 'node:net'
import type { ConnectionSettings } from '../connection-settings.ts'
import { anotherWay, type Way } from './another-way.ts'

export interface SlowWay extends Way {
  /** delays each answer by this from now on */
  setDelay(ms: number): void
}

/** A proxy for the database that can delay its answers. */
export async function slowWay(settings: ConnectionSettings): Promise<SlowWay> {
  let delay = 0
  const way = await anotherWay(settings, (client, database) => passOn(client, database, () => delay))
  return {
    ...way,
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
