import type { Usage } from '@podium/engines/engine.ts'
import { createReduced, type Reduced, type StoredPoints } from './reduced.ts'

/** What a run uses over time. */
export interface Resources {
  /** Takes a sample of this moment; answers the names of the series that grew. */
  add(usage: Usage): string[]
  series: ReadonlyMap<string, { unit: string; points: Reduced }>
}

const UNITS: Record<string, string> = {
  cpu: 'cores',
  memory: 'MiB',
  gpu: '%',
  gpu_memory: 'MiB',
  disk: 'MiB',
}
/** Of a shorter time nothing can be said. */
const LEAST_SECONDS = 0.2

/**
 * @param before what an earlier server kept
 * @param started_at when the run began, ISO-8601; null where that is not known
 */
export function createResources(
  before: ReadonlyMap<string, StoredPoints>,
  started_at: string | null,
): Resources {
  const series = new Map<string, { unit: string; points: Reduced }>()
  // How much of what it used by now was before the last sample of an earlier server is not known.
  let last = started_at === null || before.size > 0 ? null : { at: Date.parse(started_at), cpu_seconds: 0 }

  /** Cores in use since the last sample; null where that is too short a time. */
  function coresSince(at: number, cpu_seconds: number): number | null {
    const seconds = last === null ? 0 : (at - last.at) / 1000
    if (last === null || seconds < LEAST_SECONDS) return null
    // Of processes that ended some systems forget what they used.
    return Math.max(0, (cpu_seconds - last.cpu_seconds) / seconds)
  }

  return {
    add({ cpu_seconds, memory_mib, gpu_percent, gpu_memory_mib, written_mib }) {
      const at = Date.now()
      const cpu = coresSince(at, cpu_seconds)
      if (cpu !== null || last === null) last = { at, cpu_seconds }
      const values = {
        cpu,
        memory: memory_mib,
        gpu: gpu_percent,
        gpu_memory: gpu_memory_mib,
        disk: written_mib,
      }
      const known = Object.entries(values).filter((entry): entry is [string, number] => entry[1] !== null)
      for (const [name, value] of known) {
        const found = series.get(name) ?? { unit: UNITS[name] ?? '', points: createReduced(before.get(name)) }
        series.set(name, found)
        found.points.add(found.points.count, at, value)
      }
      return known.map(([name]) => name)
    },
    series,
  }
}
