import { readdir, readFile } from 'node:fs/promises'

/** A process that no other can be mistaken for, as long as the machine was not started anew. */
export interface ProcessIdentity {
  pid: number
  /** field 22 of /proc/<pid>/stat; 0 where there is no /proc */
  start: number
}

interface ProcessStatus {
  state: string
  group: number
  start: number
}

const TICKS_PER_SECOND = 100

/** Changes with every start of the machine; '-' where the system does not tell. */
export async function bootId(): Promise<string> {
  try {
    return (await readFile('/proc/sys/kernel/random/boot_id', 'utf8')).trim()
  } catch {
    return '-'
  }
}

export async function isAlive({ pid, start }: ProcessIdentity): Promise<boolean> {
  if (start === 0) return signal(pid, 0)
  const status = await statusOf(pid)
  return status !== null && status.start === start && isActive(status)
}

/** Seconds since the process started, also after the clock was changed; null where that cannot be known. */
export async function ageInSeconds({ start }: ProcessIdentity): Promise<number | null> {
  if (start === 0) return null
  const uptime = Number((await readFile('/proc/uptime', 'utf8')).split(' ')[0])
  return uptime - start / TICKS_PER_SECOND
}

export async function areActive(pids: number[]): Promise<number[]> {
  const statuses = await Promise.all(pids.map(statusOf))
  return pids.filter((_, index) => {
    const status = statuses[index]
    return status !== null && status !== undefined && isActive(status)
  })
}

/** Processes of the group, and those that left it but still carry the environment entry. */
export async function findProcesses(group: number, environmentEntry: string): Promise<number[]> {
  const pids = (await readdir('/proc').catch(() => [])).map(Number).filter(Number.isInteger)
  const found = await Promise.all(pids.map((pid) => belongs(pid, group, environmentEntry)))
  return pids.filter((_, index) => found[index])
}

async function belongs(pid: number, group: number, environmentEntry: string): Promise<boolean> {
  const status = await statusOf(pid)
  if (status === null || !isActive(status)) return false
  if (status.group === group) return true
  const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '')
  return environment.split('\0').includes(environmentEntry)
}

/** Sends a signal to a process, or with a negative pid to its group. Whether there was anything to receive it. */
export function signal(pid: number, name: 'SIGTERM' | 'SIGKILL' | 0): boolean {
  try {
    return process.kill(pid, name)
  } catch {
    return false
  }
}

async function statusOf(pid: number): Promise<ProcessStatus | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
  if (stat === null) return null
  // The name of the program stands in brackets and may hold anything, brackets and spaces too.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return { state: fields[0] ?? '', group: Number(fields[2]), start: Number(fields[19]) }
}

function isActive({ state }: ProcessStatus): boolean {
  return state !== 'Z' && state !== 'X'
}
