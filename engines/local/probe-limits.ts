import { existsSync } from 'node:fs'
import { mkdir, readFile, rmdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Controller, Hierarchy } from './control-groups.ts'
import { succeeds } from './succeeds.ts'

/** Limits that this host really enforces, as tried at the start of the server. */
export interface LimitSupport {
  hierarchies: Hierarchy[]
  /** limits are set through systemd-run */
  systemd: boolean
  notices: string[]
}

const CONTROLLERS: Controller[] = ['memory', 'cpu', 'pids']
export const SCOPE = ['--scope', '--quiet', '--collect']
const FIRST_FILE: Record<1 | 2, Record<Controller, string>> = {
  1: { memory: 'memory.limit_in_bytes', cpu: 'cpu.cfs_quota_us', pids: 'pids.max' },
  2: { memory: 'memory.max', cpu: 'cpu.max', pids: 'pids.max' },
}

export async function probeLimits(isRoot: boolean, mounts = '/proc/mounts'): Promise<LimitSupport> {
  const hierarchies = await usableHierarchies(await readFile(mounts, 'utf8').catch(() => ''))
  const enforced = new Set(hierarchies.flatMap(({ controllers }) => controllers))
  if (enforced.has('memory')) return { hierarchies, systemd: false, notices: missing(enforced) }
  if (isRoot && (await succeeds('systemd-run', [...SCOPE, '-p', 'MemoryMax=64M', 'true']))) {
    // The scope is a group of its own, and a Podium group in the same tree would move the run out of it.
    return { hierarchies: [], systemd: true, notices: [] }
  }
  return { hierarchies, systemd: false, notices: missing(enforced) }
}

function missing(enforced: Set<Controller>): string[] {
  const names = { memory: 'memory', cpu: 'CPU', pids: 'number of processes' }
  const free = CONTROLLERS.filter((controller) => !enforced.has(controller)).map(
    (controller) => names[controller],
  )
  if (free.length === 0) return []
  return [
    `This host does not enforce the limits of runs for ${free.join(', ')}: the server cannot use control groups (cgroups).`,
  ]
}

async function usableHierarchies(mounts: string): Promise<Hierarchy[]> {
  const found: Hierarchy[] = []
  const open = new Set(CONTROLLERS)
  for (const line of mounts.split('\n')) {
    const [, mount, type] = line.split(' ')
    if (!mount || (type !== 'cgroup' && type !== 'cgroup2')) continue
    const hierarchy = await tryHierarchy(type === 'cgroup2' ? 2 : 1, mount, [...open])
    if (!hierarchy) continue
    found.push(hierarchy)
    for (const controller of hierarchy.controllers) open.delete(controller)
  }
  return found
}

/**
 * Groups of runs are beside the server's own, not below it, so that ending the server's group does not end them. A
 * version 2 tree is useful even without controllers, because it can kill a whole group.
 */
async function tryHierarchy(
  version: 1 | 2,
  mount: string,
  candidates: Controller[],
): Promise<Hierarchy | null> {
  const directory = join(mount, 'podium')
  const group = join(directory, `probe-${process.pid}`)
  const existed = existsSync(directory)
  try {
    await mkdir(directory, { recursive: true })
    if (version === 2) await enable(mount, directory, candidates)
    await mkdir(group, { recursive: true })
    const controllers = candidates.filter((controller) =>
      existsSync(join(group, FIRST_FILE[version][controller])),
    )
    const joined = await succeeds('/bin/sh', ['-c', 'echo 0 > "$1"', 'probe', join(group, 'cgroup.procs')])
    if (joined && (version === 2 || controllers.length > 0)) return { version, directory, controllers }
    await rmdir(group)
    if (!existed) await rmdir(directory)
    return null
  } catch {
    return null
  } finally {
    await rmdir(group).catch(() => undefined)
  }
}

async function enable(mount: string, directory: string, candidates: Controller[]): Promise<void> {
  for (const folder of [mount, directory]) {
    for (const controller of candidates) {
      await writeFile(join(folder, 'cgroup.subtree_control'), `+${controller}`).catch(() => undefined)
    }
  }
}
