import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const PROGRAM = fileURLToPath(new URL('hold-postgres.ts', import.meta.url))

/** Starts the bundled PostgreSQL from a process that can be killed; it prints PostgreSQL's process id. */
export function lockInProcess(home: string): ChildProcess {
  return spawn(process.execPath, ['--import', 'tsx', PROGRAM, home], { stdio: ['ignore', 'pipe', 'inherit'] })
}
