import { type ChildProcess, spawn } from 'node:child_process'
import type { Identity } from './identity.ts'

export interface Outcome {
  ok: boolean
  /** standard error, then the error that kept it from running; trimmed */
  complaint: string
}

export interface Launch {
  program: string
  args: string[]
  identity: Identity | null
  /** runs in a session of its own, so that Ctrl-C in a terminal reaches only the server, which then shuts it down */
  ownSession?: boolean
}

/** Starts a program with no environment but the search path, and its standard error as a pipe. */
export function launch({ program, args, identity, ownSession = false }: Launch): ChildProcess {
  return spawn(program, args, {
    cwd: '/',
    env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: ownSession,
    ...identity,
  })
}

/** Runs a program until it ends. */
export function run(what: Launch): Promise<Outcome> {
  const child = launch(what)
  let complaint = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    complaint += text
  })
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ ok: false, complaint: error.message }))
    child.once('close', (code) => resolve({ ok: code === 0, complaint: complaint.trim() }))
  })
}

/** Returns the arguments that make a program end when this process does, or none if the system cannot do that. */
export async function untilWeDie(identity: Identity | null): Promise<string[]> {
  const guard = ['setpriv', '--pdeathsig', 'INT', '--']
  if (process.platform !== 'linux') return []
  const [program = '', ...args] = guard
  const { ok } = await run({ program, args: [...args, 'true'], identity })
  return ok ? guard : []
}
