import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rmdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Attempt } from '../attempt/attempt.ts'
import type { Resources } from '../engine.ts'
import { activeOf, signal } from './processes.ts'

/** A tree of control groups that is usable, and its controllers. */
export interface Hierarchy {
  version: 1 | 2
  /** the folder in which groups of runs are created */
  directory: string
  controllers: Controller[]
}

export type Controller = 'memory' | 'cpu' | 'pids'

const MAX_PROCESSES = 4096
const PERIOD = 100_000

/** Returns the name of an attempt's control groups; it differs between homes on one machine. */
export function groupOf({ key, directory }: Attempt): string {
  const mark = createHash('sha256').update(directory.root).digest('hex').slice(0, 8)
  return `${key.run}-${key.attempt}-${mark}`
}

/** Creates the groups of an attempt with its limits. Idempotent. */
export async function makeGroups(hierarchies: Hierarchy[], name: string, granted: Resources): Promise<void> {
  for (const { version, directory, controllers } of hierarchies) {
    const group = join(directory, name)
    await mkdir(group, { recursive: true })
    for (const controller of controllers) {
      for (const [file, value] of limitsOf(version, controller, granted)) {
        if (existsSync(join(group, file))) await writeFile(join(group, file), value)
      }
    }
  }
}

/** Returns an environment variable that is unique to this attempt, by which its processes are found. */
export function attemptEntry(attempt: Attempt): { PODIUM_ATTEMPT: string } {
  return { PODIUM_ATTEMPT: groupOf(attempt) }
}

/** Returns the folders of the groups, in which a program reads its limits. */
export function groupFolders(hierarchies: Hierarchy[], name: string): string[] {
  return hierarchies.map(({ directory }) => join(directory, name))
}

/** Returns the files with which a process joins the groups. */
export function joinFiles(hierarchies: Hierarchy[], name: string): string[] {
  return groupFolders(hierarchies, name).map((folder) => join(folder, 'cgroup.procs'))
}

/** Returns the file in which the kernel counts out-of-memory kills, or '' if memory is not limited here. */
export function oomCounterFile(hierarchies: Hierarchy[], name: string): string {
  const memory = hierarchies.find(({ controllers }) => controllers.includes('memory'))
  if (!memory) return ''
  return join(memory.directory, name, memory.version === 2 ? 'memory.events' : 'memory.oom_control')
}

export async function oomKills(hierarchies: Hierarchy[], name: string): Promise<number> {
  const text = await readFile(oomCounterFile(hierarchies, name), 'utf8').catch(() => '')
  return Number(/^oom_kill (\d+)$/m.exec(text)?.[1] ?? 0)
}

/** Lists the processes in the groups, except dead ones. */
export async function groupMembers(hierarchies: Hierarchy[], name: string): Promise<number[]> {
  const lists = await Promise.all(
    joinFiles(hierarchies, name).map((file) => readFile(file, 'utf8').catch(() => '')),
  )
  const pids = lists.flatMap((list) => list.split('\n').filter(Boolean).map(Number))
  return activeOf([...new Set(pids)])
}

/** Kills all processes in the groups, one by one if the kernel cannot do it at once. Repeat it until none is left. */
export async function killGroups(hierarchies: Hierarchy[], name: string): Promise<void> {
  for (const { directory } of hierarchies) {
    await writeFile(join(directory, name, 'cgroup.kill'), '1', { flag: 'r+' }).catch(() => undefined)
  }
  for (const pid of await groupMembers(hierarchies, name)) signal(pid, 'SIGKILL')
}

export async function removeGroups(hierarchies: Hierarchy[], name: string): Promise<void> {
  for (const { directory } of hierarchies) await rmdir(join(directory, name)).catch(() => undefined)
}

function limitsOf(version: 1 | 2, controller: Controller, granted: Resources): [string, string][] {
  const bytes = String(granted.memory_mib * 2 ** 20)
  const quota = Math.max(1000, Math.round(granted.cpu * PERIOD))
  if (controller === 'pids') return [['pids.max', String(MAX_PROCESSES)]]
  if (version === 2) {
    if (controller === 'cpu') return [['cpu.max', `${quota} ${PERIOD}`]]
    return [
      ['memory.max', bytes],
      ['memory.swap.max', '0'],
    ]
  }
  if (controller === 'cpu') {
    return [
      ['cpu.cfs_period_us', String(PERIOD)],
      ['cpu.cfs_quota_us', String(quota)],
    ]
  }
  return [
    ['memory.limit_in_bytes', bytes],
    ['memory.memsw.limit_in_bytes', bytes],
  ]
}
