import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { ConnectionSettings } from '@podium/database/connection-settings.ts'

export interface ServerProcess {
  address: string
  pid: number
  stop(): Promise<void>
}

/** The message that starts the process. It answers with its port. */
export interface Serving {
  kind: 'podium' | 'bare'
  connection: ConnectionSettings
  workspace_id: string
  /** settings of the product */
  env: Record<string, string>
}

/** Serves from its own process, so that neither the load nor the other server takes its time. */
export async function serveInProcess(
  kind: Serving['kind'],
  connection: ConnectionSettings,
  workspace_id: string,
  env: Serving['env'] = {},
): Promise<ServerProcess> {
  const child = fork(new URL('./serve.ts', import.meta.url).pathname, [], {
    execArgv: ['--import', import.meta.resolve('tsx')],
    stdio: ['ignore', 'inherit', 'ignore', 'ipc'],
  })
  const ended = once(child, 'exit')
  child.send({ kind, connection, workspace_id, env } satisfies Serving)
  const port = await Promise.race([
    once(child, 'message').then(([message]) => message as number),
    ended.then(() => {
      throw new Error(`The ${kind} server of the measurement did not start.`)
    }),
  ])
  return {
    address: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}
