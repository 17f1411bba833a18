import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { ConnectionSettings } from '@podium/database/connection-settings.ts'

/** The message that starts the process. It answers with its port. */
export interface LogServing {
  connection: ConnectionSettings
  home: string
  /** the file in the home that the run writes its log to */
  file: string
  run_id: string
}

/** Serves the live run from its own process. */
export async function serveLog(serving: LogServing) {
  const child = fork(new URL('./serve.ts', import.meta.url).pathname, [], {
    execArgv: ['--import', import.meta.resolve('tsx')],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const ended = once(child, 'exit')
  const answered = async () => {
    const told = await Promise.race([once(child, 'message'), ended])
    if (child.exitCode !== null) throw new Error('The server of the measurement ended.')
    return told[0] as unknown
  }
  child.send(serving)
  const port = (await answered()) as number
  return {
    address: `http://127.0.0.1:${port}`,
    /** ends the run, whose log is then stored as usual */
    async endRun(): Promise<void> {
      child.send('end')
      await answered()
    },
    async stop(): Promise<void> {
      child.kill('SIGTERM')
      await ended
    },
  }
}
