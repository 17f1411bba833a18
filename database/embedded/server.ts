import type { ChildProcess } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import type { DatabaseLog } from '../log.ts'
import { type FlagOptions, flagsOf } from './flags.ts'
import type { Identity } from './identity.ts'
import { type Lock, readLock } from './lock-file.ts'
import { followOutput } from './output.ts'
import { launch } from './program.ts'

const LOOK_INTERVAL_MS = 25
const TRY_AGAIN_MS = 250
const LOCKED = /lock file ".*" already exists|pre-existing shared memory block/
/** Matches only the reason, because the text around it differs with each try. */
const FULL = /No space left on device|Disk quota exceeded/

export interface ServerOptions extends FlagOptions {
  postgres: string
  identity: Identity | null
  guard: string[]
  log: DatabaseLog
  /** how long to wait for a database that is still ending, in milliseconds */
  patience: number
}

export interface Server {
  pid: number
  /** resolves when the process has ended for any reason; never rejects */
  ended: Promise<void>
  send(signal: NodeJS.Signals): void
}

/**
 * Starts PostgreSQL and returns when it accepts connections, however long its recovery takes.
 * @throws a sentence if another server holds the data directory, or PostgreSQL's own error
 */
export async function startServer(options: ServerOptions): Promise<Server> {
  const deadline = performance.now() + options.patience
  for (;;) {
    const result = await tryToStart(options)
    if ('pid' in result) return result
    if (!LOCKED.test(result.complaint)) {
      const reason = FULL.exec(result.complaint)?.[0] ?? result.complaint
      throw new Error(`PostgreSQL did not start on ${options.data}: ${reason}`)
    }
    if (performance.now() >= deadline) throw new Error(await whoHolds(options.data))
    await delay(TRY_AGAIN_MS)
  }
}

async function tryToStart(options: ServerOptions): Promise<Server | { complaint: string }> {
  const [program = '', ...args] = [...options.guard, options.postgres, ...flagsOf(options)]
  const before = await readLock(options.data)
  const child = launch({ program, args, identity: options.identity, ownSession: true })
  const output = child.stderr ? followOutput(child.stderr, options.log) : { lastLines: () => [] }
  let failure = ''
  let running = true
  const ended = new Promise<void>((resolve) => {
    const end = () => {
      running = false
      resolve()
    }
    child.once('close', end)
    child.once('error', (error) => {
      failure = error.message
      end()
    })
  })
  while (running) {
    if (await isReady(child, options.data, before)) return serverOf(child, ended)
    await Promise.race([ended, delay(LOOK_INTERVAL_MS)])
  }
  return { complaint: failure || output.lastLines().join(' ') || 'it said nothing' }
}

/** True if the server is ready. An old lock file of a container may name the same process id, so its time counts. */
async function isReady({ pid }: ChildProcess, data: string, before: Lock | null): Promise<boolean> {
  const lock = await readLock(data)
  return lock?.ready === true && lock.pid === pid && lock.writtenAt !== before?.writtenAt
}

function serverOf(child: ChildProcess, ended: Promise<void>): Server {
  return { pid: child.pid ?? 0, ended, send: (signal) => child.kill(signal) }
}

async function whoHolds(data: string): Promise<string> {
  const lock = await readLock(data)
  const who = lock ? ` (process ${lock.pid})` : ''
  return `Another Podium is using the database in ${data}${who}. Stop it, or set PODIUM_HOME to another folder.`
}
