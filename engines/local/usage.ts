import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Attempt } from '../attempt/attempt.ts'
import type { Usage } from '../engine.ts'
import { groupOf } from './control-groups.ts'
import { type GpuUse, gpuUse } from './gpu-use.ts'
import type { Host } from './host.ts'
import { membersOf } from './members.ts'
import { processUse } from './processes.ts'

const MIB = 2 ** 20

export interface UsageSources {
  /** true if the machine has GPUs to query */
  gpus: boolean
  /** returns the bytes that an attempt wrote; null while unknown */
  written: (attempt: Attempt) => number | null
}

/** Returns each attempt's usage now, from its control group or else its processes; null without processes. */
export async function usageOf(
  host: Host,
  attempts: Attempt[],
  { gpus, written }: UsageSources,
): Promise<(Usage | null)[]> {
  const gpu = gpus && attempts.length > 0 ? await gpuUse() : null
  return Promise.all(attempts.map((attempt) => usageOfOne(host, attempt, gpu, written(attempt))))
}

async function usageOfOne(
  host: Host,
  attempt: Attempt,
  gpu: GpuUse | null,
  written: number | null,
): Promise<Usage | null> {
  const members = await membersOf(host, attempt, null)
  if (members.length === 0) return null
  const [cpu, memory] = await Promise.all([groupCpuSeconds(host, attempt), groupMemoryBytes(host, attempt)])
  const used = cpu === null || memory === null ? await processUse(members) : { cpu_seconds: 0, bytes: 0 }
  if (used === null) return null
  return {
    cpu_seconds: cpu ?? used.cpu_seconds,
    memory_mib: (memory ?? used.bytes) / MIB,
    gpu_percent: gpu?.percentOf(members) ?? null,
    gpu_memory_mib: gpu?.memoryOf(members) ?? null,
    written_mib: written === null ? null : written / MIB,
  }
}

/** Includes processes that have ended. */
async function groupCpuSeconds(host: Host, attempt: Attempt): Promise<number | null> {
  const stat = await groupFile(host, attempt, 'cpu.stat')
  const microseconds = stat === null ? null : fieldOf(stat, 'usage_usec')
  if (microseconds !== null) return microseconds / 1e6
  const nanoseconds = await groupFile(host, attempt, 'cpuacct.usage')
  return nanoseconds === null ? null : Number(nanoseconds) / 1e9
}

/** Without inactive file caches, which the kernel drops before it refuses memory. */
async function groupMemoryBytes(host: Host, attempt: Attempt): Promise<number | null> {
  const total =
    (await groupFile(host, attempt, 'memory.current')) ??
    (await groupFile(host, attempt, 'memory.usage_in_bytes'))
  if (total === null) return null
  const stat = (await groupFile(host, attempt, 'memory.stat')) ?? ''
  const unused = fieldOf(stat, 'total_inactive_file') ?? fieldOf(stat, 'inactive_file') ?? 0
  return Math.max(0, Number(total) - unused)
}

/** Reads a file from the first of the attempt's control groups that has it. */
async function groupFile({ limits }: Host, attempt: Attempt, name: string): Promise<string | null> {
  for (const { directory } of limits.hierarchies) {
    const text = await readFile(join(directory, groupOf(attempt), name), 'utf8').catch(() => null)
    if (text !== null) return text
  }
  return null
}

function fieldOf(text: string, name: string): number | null {
  const found = new RegExp(`^${name} (\\d+)$`, 'm').exec(text)
  return found ? Number(found[1]) : null
}
