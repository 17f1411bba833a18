import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { ConnectionSettings } from '@podium/database/connection-settings.ts'
import { buildProgram } from '../build-program.ts'

const PROGRAM = await buildProgram('server/src/testing/blocking/watched-server.ts')

/** The setup of a watched server. */
export interface WatchedSetup {
  connection: ConnectionSettings
  /** additional contents of its object store: bucket, path and text */
  objects: readonly (readonly [bucket: string, path: string, text: string])[]
}

/** Starts a server in a separate process, whose event loop is watched. */
export async function startWatched(setup: WatchedSetup) {
  const child = fork(PROGRAM, [], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const ended = once(child, 'exit')
  // It answers in the order of the questions.
  const waiting: ((answer: unknown) => void)[] = []
  child.on('message', (answer) => waiting.shift()?.(answer))
  const ask = <T>(message: WatchedSetup | 'longest' | 'untold') =>
    new Promise<T>((resolve) => {
      waiting.push(resolve as (answer: unknown) => void)
      child.send(message)
    })
  const port = await ask<number>(setup)
  return {
    address: `http://127.0.0.1:${port}`,
    /** the longest turn of its event loop since the last call, in milliseconds */
    eventLoopDelay: () => ask<number>('longest'),
    /** its answers that the OpenAPI document does not describe */
    untold: () => ask<string[]>('untold'),
    async stop() {
      child.disconnect()
      await ended
    },
  }
}
