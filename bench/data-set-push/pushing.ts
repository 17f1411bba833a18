import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { watchResident } from '../process-tree.ts'

const PROGRAM = new URL('../../cli/dist/podium.js', import.meta.url).pathname

export interface Pushed {
  seconds: number
  /** the number of contents that were sent */
  sent: number
  /** the command's peak memory in MiB */
  held: number
}

/** Starts `podium data-sets …` as a person on the server's own machine would. */
function start(home: string, words: string[]): ChildProcess {
  return spawn(process.execPath, [PROGRAM, 'data-sets', ...words], {
    env: { PATH: process.env.PATH, PODIUM_HOME: home },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
}

/**
 * Pushes the folder and waits for the end.
 * @param killAt kills the command after it has handled this many files
 */
export async function push(
  home: string,
  words: string[],
  killAt = Number.POSITIVE_INFINITY,
): Promise<Pushed> {
  const began = performance.now()
  const child = start(home, ['push', ...words])
  const ended = once(child, 'exit')
  const memory = watchResident(child.pid ?? 0)
  const held = once(child, 'exit').then(() => memory.stop())
  let sent = 0
  const said: string[] = []
  if (child.stderr)
    for await (const line of createInterface(child.stderr)) {
      const [, files, more] = /^(\d+)\/\d+ files, (\d+) sent$/.exec(line) ?? []
      if (files === undefined) said.push(line)
      sent += Number(more ?? 0)
      if (Number(files) >= killAt) child.kill('SIGKILL')
    }
  const [code, signal] = await ended
  if (code !== 0 && !(signal === 'SIGKILL' && killAt < Number.POSITIVE_INFINITY))
    throw new Error(`podium data-sets push ended with ${code ?? signal}: ${said.join('\n')}`)
  return { seconds: (performance.now() - began) / 1000, sent, held: await held }
}

export async function pull(home: string, name: string, folder: string): Promise<void> {
  const child = start(home, ['pull', name, folder])
  child.stderr?.resume()
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`podium data-sets pull ended with ${code}.`)
}
