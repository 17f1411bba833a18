import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'

/** Returns the pid of the home's PostgreSQL; empty while it is not running. */
export function postgresOf(home: string): number[] {
  try {
    return [Number(readFileSync(join(home, 'pg18', 'postmaster.pid'), 'utf8').split('\n')[0])].filter(isAlive)
  } catch {
    return []
  }
}

/** Returns the shells that supervise runs of the home, by run id. */
export function supervisorsOf(home: string): Map<string, number> {
  const found = new Map<string, number>()
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const run = runSupervisedBy(pid, home)
    if (run !== null) found.set(run, Number(pid))
  }
  return found
}

function runSupervisedBy(pid: string, home: string): string | null {
  try {
    const [, script] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
    const folder = readlinkSync(`/proc/${pid}/cwd`)
    if (script !== 'supervisor' || !folder.startsWith(home)) return null
    return /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(?=\/\d+$)/.exec(folder)?.[0] ?? null
  } catch {
    return null
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
