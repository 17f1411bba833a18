import { setTimeout as delay } from 'node:timers/promises'
import type { DatabaseLog } from '../log.ts'
import type { Server } from './server.ts'

const RESTART_INTERVAL_MS = 1_000
const ORDERLY_END_MS = 30_000

export interface Supervised {
  /** the process that runs now or ran last */
  readonly pid: number
  /** shuts it down: open transactions are rolled back, every commit is kept */
  stop(): Promise<void>
}

/** Keeps a server running until `stop`: one that ends by itself is started again. */
export async function supervise(start: () => Promise<Server>, log: DatabaseLog): Promise<Supervised> {
  let server = await start()
  let stopping = false
  const endWithUs = () => server.send('SIGINT')
  process.once('exit', endWithUs)

  async function keepRunning(): Promise<void> {
    await server.ended
    let lastSaid = ''
    while (!stopping) {
      if (!lastSaid) log.error('PostgreSQL ended by itself: starting it again.')
      try {
        server = await start()
        log.info(`PostgreSQL runs again (process ${server.pid}).`)
        lastSaid = ''
        if (stopping) break
        await server.ended
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error)
        // a disk stays full for hours, so the message is logged once
        if (message !== lastSaid) log.error(message)
        lastSaid = message
        await delay(RESTART_INTERVAL_MS)
      }
    }
    await end(server)
  }

  const running = keepRunning()
  return {
    get pid() {
      return server.pid
    },
    async stop() {
      stopping = true
      process.off('exit', endWithUs)
      await end(server)
      await running
    },
  }
}

async function end(server: Server): Promise<void> {
  server.send('SIGINT')
  const patience = new AbortController()
  const tooLong = delay(ORDERLY_END_MS, undefined, { signal: patience.signal }).then(
    () => server.send('SIGQUIT'),
    () => {},
  )
  await server.ended
  patience.abort()
  await tooLong
}
