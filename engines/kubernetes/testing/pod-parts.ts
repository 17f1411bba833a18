import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { RunSpec } from '../../engine.ts'
import { memoryObjects } from '../../testing/memory-objects.ts'
import { plainSpec } from '../../testing/plain-spec.ts'
import { readAll } from '../../testing/watching.ts'
import { FETCH, KEEP, MAIN, RUN_DIR, RUNNER_PROGRAM } from '../runner/commands.ts'
import { createMemoryAttempts } from './memory-attempts.ts'
import { buildRunner } from './runner-program.ts'
import { type RunnerServer, startRunnerServer } from './runner-server.ts'

export interface PodParts {
  spec: RunSpec
  /** path of its volume on this machine */
  volume: string
  server: RunnerServer
  /** @returns the exit code */
  fetch(): Promise<number>
  main(): ChildProcess
  keep(): ChildProcess
  /** Runs all three, as a cluster does. @returns the output of the command's container */
  runToEnd(): Promise<string>
  logOf(type?: 'process' | 'pipeline'): Promise<string | null>
  outputOf(path: string): Promise<string>
}

/** Maximum bytes of all outputs of a run, and of an unpacked archive. */
export const UNPACK_LIMIT = 2 ** 24

/** Runs the parts of pods as processes of this machine, with one folder per volume, and a server that they call. */
export async function openPodParts() {
  const attempts = createMemoryAttempts()
  const objects: Record<string, Buffer | string> = {}
  const children: ChildProcess[] = []
  const servers: RunnerServer[] = []
  const home = await mkdtemp(join(tmpdir(), 'podium-runner-'))
  const program = await buildRunner(join(home, 'a', 'b', 'c'))

  /** @param addressOf returns the address of an input; unset: the pod reads all from the server */
  async function podOf(
    changes: Partial<RunSpec>,
    addressOf: ((bucket: string, path: string) => Promise<string>) | null = null,
  ): Promise<PodParts> {
    const server = await startRunnerServer({
      addressOf,
      attempts,
      objects: memoryObjects(objects),
      unpackLimit: UNPACK_LIMIT,
    })
    servers.push(server)
    const spec = plainSpec(changes)
    await attempts.open(spec)
    const volume = await mkdtemp(join(home, 'volume-'))
    const runner = {
      PATH: process.env.PATH,
      PODIUM_RUNNER_URL: server.url,
      PODIUM_RUN_TOKEN: await attempts.makeToken(spec),
      PODIUM_RUN_DIR: volume,
    }
    const own = new Map([
      ['node', process.execPath],
      [RUNNER_PROGRAM, program],
    ])
    const inPlace = (command: string[]) =>
      command.map((word) => own.get(word) ?? word.replace(RUN_DIR, volume))
    const begin = (env: NodeJS.ProcessEnv, ...[command = '', ...args]: string[]) => {
      const child = spawn(command, args, {
        env,
        cwd: '/',
        detached: true,
        stdio: ['ignore', 'pipe', 'ignore'],
      })
      children.push(child)
      return child
    }
    const parts = {
      fetch: () => exitOf(begin(runner, ...inPlace(FETCH))),
      main: () => begin({ PATH: process.env.PATH, FROM_IMAGE: 'yes' }, ...inPlace(MAIN)),
      keep: () => begin(runner, ...inPlace(KEEP)),
    }
    return {
      spec,
      volume,
      server,
      ...parts,
      async runToEnd() {
        const laidOut = await parts.fetch()
        const command = parts.main()
        const printed = text(command.stdout as NonNullable<typeof command.stdout>)
        const codes = [laidOut, await exitOf(parts.keep())]
        if (codes.some((code) => code !== 0)) throw new Error(`The pod's programs ended with ${codes}.`)
        return printed
      },
      async logOf(type = 'process') {
        const log = await attempts.openLog(spec, type)
        return log && (await readAll(log.stream)).toString()
      },
      async outputOf(path) {
        return (await readAll(await attempts.openOutput(spec, path))).toString()
      },
    }
  }

  return {
    attempts,
    objects,
    podOf,
    /** Ends the processes that the tests started. */
    async close() {
      await Promise.all(servers.map((server) => server.close()))
      for (const { pid } of children) killGroup(pid)
      await rm(home, { recursive: true })
    },
  }
}

export async function exitOf(child: ChildProcess): Promise<number> {
  if (child.exitCode !== null) return child.exitCode
  return (await once(child, 'exit'))[0] as number
}

/** Kills the process with its children, as a container ends. */
function killGroup(pid = 0): void {
  try {
    if (pid > 0) process.kill(-pid, 'SIGKILL')
  } catch {
    // nothing is left
  }
}
