import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { ConnectionSettings } from '@podium/database/connection-settings.ts'
import { freePort } from '../../../../scripts/free-ports.mjs'
import { buildProgram } from '../build-program.ts'
import { type Started, startProgram, urlOf } from '../started-program.ts'

/** The program that people start, except the engine. */
const PROGRAM = await buildProgram('server/src/main.ts', {
  '@podium/engines/local/local-engine.ts': new URL('./local-engine.ts', import.meta.url).pathname,
})

/** One of several servers on one database: a separate process with a home of its own. */
export interface Replica {
  address: string
  port: number
  pid(): number
  /** waits until the output matches */
  printed(pattern: RegExp): Promise<string>
  /** restarts it as an administrator would; returns the exit code */
  restart(): Promise<number | null>
  kill(): Promise<void>
}

export interface ReplicaSettings {
  database: ConnectionSettings
  /** the installation's folder: its objects are in `objects` below it, and its engine listens at `engine` */
  folder: string
}

/** Starts a server with the same database, objects and engine as the others, and waits until it serves. */
export async function startReplica({ database, folder }: ReplicaSettings, name: string): Promise<Replica> {
  mkdirSync(join(folder, 'objects'), { recursive: true })
  const env = {
    PODIUM_HOME: join(folder, name),
    PODIUM_DATABASE_URL: urlOf(database),
    PODIUM_OBJECTS_URL: `file://${join(folder, 'objects')}`,
    ENGINE_SOCKET: join(folder, 'engine'),
  }
  const port = await freePort()
  const begin = () => startProgram(PROGRAM, { ...env, PODIUM_PORT: String(port) })
  let server: Started = begin()
  const address = await server.untilPrinted(/running at (http:\S+)/)

  async function end(signal: NodeJS.Signals): Promise<number | null> {
    server.child.kill(signal)
    return server.ended
  }
  return {
    address,
    port,
    pid: () => server.child.pid ?? 0,
    printed: (pattern) => server.untilPrinted(pattern),
    async restart() {
      const code = await end('SIGTERM')
      server = begin()
      await server.untilPrinted(/running at/)
      return code
    },
    async kill() {
      await end('SIGKILL')
    },
  }
}
