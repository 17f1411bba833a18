import { readdir, readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { StopSignal } from '@podium/contract/solution-metadata/stop-signal.ts'
import type { AttemptRecord } from '../attempt/attempt-record.ts'
import type { ProcessIdentity } from '../attempt/record-shapes.ts'

interface ProcessStatus {
  state: string
  group: number
  flags: number
  start: number
}

const TICKS_PER_SECOND = 100

/** Returns an id that changes with every start of the machine, or '-' if the system has none. */
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

/** True if the supervisor or program of an attempt still runs since this start of the machine. */
export async function isRunning(
  { begun, child }: Pick<AttemptRecord, 'begun' | 'child'>,
  boot: string,
): Promise<boolean> {
  if (!begun || begun.boot_id !== boot) return false
  return (await isAlive(begun)) || (child !== null && (await isAlive(child)))
}

/** Returns the seconds since the process started, also after a clock change, or null if unknown. */
export async function ageInSeconds({ start }: ProcessIdentity): Promise<number | null> {
  if (start === 0) return null
  const uptime = Number((await readFile('/proc/uptime', 'utf8')).split(' ')[0])
  return uptime - start / TICKS_PER_SECOND
}

export async function activeOf(pids: number[]): Promise<number[]> {
  const statuses = await Promise.all(pids.map(statusOf))
  return pids.filter((_, index) => {
    const status = statuses[index]
    return status !== null && status !== undefined && isActive(status)
  })
}

/** Returns the processes that run another program than this one: the sandbox, with which everything in it would end. */
export async function withoutProgram(program: string | undefined, pids: number[]): Promise<number[]> {
  if (program === undefined) return pids
  const names = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '')))
  return pids.filter((_, index) => names[index]?.trim() !== basename(program))
}

const LOOKS = 20
const BETWEEN_LOOKS_MS = 5

/**
 * Lists processes of the group, and processes outside it with one of the environment entries. A process has no
 * environment while it executes another program, so such processes are checked again before the result is empty.
 */
export async function findProcesses(group: number, entries: string[]): Promise<number[]> {
  let pids = (await readdir('/proc').catch(() => [])).map(Number).filter(Number.isInteger)
  for (let look = 1; look <= LOOKS; look += 1) {
    const belonging = await Promise.all(pids.map((pid) => belongs(pid, group, entries)))
    const found = pids.filter((_, index) => belonging[index])
    pids = pids.filter((_, index) => belonging[index] === null)
    if (found.length > 0 || pids.length === 0) return found
    await setTimeout(BETWEEN_LOOKS_MS)
  }
  return []
}

/** Returns null if the process has no environment now. */
async function belongs(pid: number, group: number, entries: string[]): Promise<boolean | null> {
  const status = await statusOf(pid)
  if (status === null || !isActive(status)) return false
  if (status.group === group) return true
  if (isOfTheKernel(status)) return false
  const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => null)
  if (environment === '') return null
  return environment?.split('\0').some((entry) => entries.includes(entry)) ?? false
}

/** Sends a signal to a process, or with a negative pid to its group. Returns true if there was a receiver. */
export function signal(pid: number, name: StopSignal | 'SIGKILL' | 0): boolean {
  try {
    return process.kill(pid, name)
  } catch {
    return false
  }
}

async function statusOf(pid: number): Promise<ProcessStatus | null> {
  const fields = await statFields(pid)
  return (
    fields && {
      state: fields[0] ?? '',
      group: Number(fields[2]),
      flags: Number(fields[6]),
      start: Number(fields[19]),
    }
  )
}

/** Returns the fields of /proc/<pid>/stat from the third on, or null if there is no such process. */
async function statFields(pid: number): Promise<string[] | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
  // The program's name is in brackets and may contain anything, also brackets and spaces.
  return stat === null ? null : stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

/**
 * Returns the processor seconds of the processes and of children they waited for, and their memory in bytes. Shared
 * memory counts once if the system reports it. Returns null if nothing is known of any of them.
 */
export async function processUse(pids: number[]): Promise<{ cpu_seconds: number; bytes: number } | null> {
  const uses = (await Promise.all(pids.map(useOf))).filter((use) => use !== null)
  if (uses.length === 0) return null
  return {
    cpu_seconds: uses.reduce((sum, { ticks }) => sum + ticks, 0) / TICKS_PER_SECOND,
    bytes: uses.reduce((sum, { kib }) => sum + kib, 0) * 1024,
  }
}

async function useOf(pid: number): Promise<{ ticks: number; kib: number } | null> {
  const fields = await statFields(pid)
  if (fields === null) return null
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
  const shared = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '')
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const kib = /^Pss:\s+(\d+) kB$/m.exec(shared) ?? /^VmRSS:\s+(\d+) kB$/m.exec(status)
  return { ticks, kib: Number(kib?.[1] ?? 0) }
}

/** PF_KTHREAD of Linux. */
const KERNEL_THREAD = 0x00200000

function isOfTheKernel({ flags }: ProcessStatus): boolean {
  return (flags & KERNEL_THREAD) !== 0
}

function isActive({ state }: ProcessStatus): boolean {
  return state !== 'Z' && state !== 'X'
}
