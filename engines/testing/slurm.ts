import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { RunSpec } from '../engine.ts'
import { type AskSlurm, slurmCommands } from '../slurm/commands.ts'
import { createSlurmEngine, type SlurmEngine, type SlurmEngineOptions } from '../slurm/slurm-engine.ts'
import { memoryObjects } from './memory-objects.ts'
import { plainSpec } from './plain-spec.ts'

const SCRIPT = fileURLToPath(new URL('../../scripts/slurm.sh', import.meta.url))
const PYTHON = fileURLToPath(new URL('../../python', import.meta.url))

/** User of runs, which Slurm needs because the server is root here. Every Debian has it, and it owns nothing. */
export const SYSTEM_USER = 'nobody'

/** Returns the smallest spec that such a server starts. */
export function slurmSpec(changes: Partial<RunSpec> = {}): RunSpec {
  return plainSpec({ system_user: SYSTEM_USER, ...changes })
}

export type Daemon = 'slurmctld' | 'n1' | 'n2'

export interface SlurmCluster {
  /** the environment for Slurm's commands */
  env: { PATH: string; SLURM_CONF: string }
  ask: AskSlurm
  /** The folder of its daemons' logs, `prologs` and `epilogs`, programs that nodes run before and after a job. */
  folder: string
  /** Kills a daemon; running jobs continue. */
  kill(daemon: Daemon): Promise<void>
  /** Shuts the controller down. If killed, it may forget its last jobs and drain a node that has them. */
  stopController(): Promise<void>
  start(daemon: Daemon): Promise<void>
  stop(): Promise<void>
}

/** Starts a real Slurm of two nodes on this machine, which collects jobs for some seconds before it schedules them. */
export async function startSlurm(gathers_seconds = 0): Promise<SlurmCluster> {
  const child = spawn(SCRIPT, [String(gathers_seconds)], { stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  let SLURM_CONF = ''
  for (;;) {
    const { value, done } = await lines.next()
    if (done) throw new Error('Slurm did not start.')
    if (value === 'ready') break
    if (value.startsWith('SLURM_CONF=')) SLURM_CONF = value.slice('SLURM_CONF='.length)
  }
  const env = { PATH: process.env.PATH ?? '', SLURM_CONF }
  const order = async (words: string) => {
    child.stdin.write(`${words}\n`)
    if ((await lines.next()).value !== 'done') throw new Error(`Slurm could not do: ${words}.`)
  }
  return {
    env,
    folder: dirname(SLURM_CONF),
    ask: slurmCommands(env),
    kill: (daemon) => order(`down ${daemon}`),
    stopController: () => order('off slurmctld'),
    start: (daemon) => order(`up ${daemon}`),
    async stop() {
      child.stdin.end()
      await ended
    },
  }
}

export interface SlurmHome {
  cluster: SlurmCluster
  root: string
  engine: SlurmEngine
  /** Returns another engine on the same root, as of another server. */
  another(changes?: Partial<SlurmEngineOptions>): SlurmEngine
  close(): Promise<void>
}

/** Creates a folder for runs that every user may pass. */
export async function makeSlurmRoot(prefix: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), prefix))
  await chmod(folder, 0o711)
  return folder
}

/** Opens a real Slurm, and an engine on it with a root of its own and short intervals. */
export async function openSlurmHome(): Promise<SlurmHome> {
  const cluster = await startSlurm()
  const { ask } = cluster
  const objects = memoryObjects({})
  const root = await makeSlurmRoot('podium-slurm-root-')
  const engines: SlurmEngine[] = []
  const another = (changes: Partial<SlurmEngineOptions> = {}) => {
    const options = { root, home: root, objects, ask, poll_ms: 200, retry_ms: 300, cancel_ms: 1000 }
    const engine = createSlurmEngine({ ...options, python: PYTHON, ...changes })
    engines.push(engine)
    return engine
  }
  return {
    cluster,
    root,
    engine: another(),
    another,
    async close() {
      for (const engine of engines) await engine.close()
      await cluster.stop()
      await rm(root, { recursive: true, force: true })
    },
  }
}
