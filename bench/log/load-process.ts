import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'

/** Starts the load in its own process, so that it takes no time of the measured one. Resolves when the load runs. */
export async function startLoad(script: string, told: object): Promise<{ leave(): Promise<unknown> }> {
  const child: ChildProcess = fork(new URL(script, import.meta.url).pathname, [], {
    execArgv: ['--import', import.meta.resolve('tsx')],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const ended = once(child, 'exit')
  child.send(told)
  const answer = await Promise.race([once(child, 'message'), ended])
  if (child.exitCode !== null) throw new Error(`The load of the measurement did not start: ${answer}.`)
  return {
    async leave() {
      const [figures] = await Promise.all([once(child, 'message'), child.send('leave')])
      child.kill('SIGKILL')
      await ended
      return figures[0]
    },
  }
}
