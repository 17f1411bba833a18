import type { Usage } from '@podium/engines/engine.ts'
import { createReduced, type Reduced, type StoredPoints } from './reduced.ts'

/** The resource use of a run over time. */
export interface Resources {
  /** Adds a sample with the present time; returns the names of the series that grew. */
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
/** In a shorter time the use cannot be measured. */
const LEAST_SECONDS = 0.2

/**
 * @param before series that an earlier server stored
 * @param started_at start of the run, ISO-8601; null if unknown
 */
export function createResources(
  before: ReadonlyMap<string, StoredPoints>,
  started_at: string | null,
): Resources {
  const series = new Map<string, { unit: string; points: Reduced }>()
  // The use at the last sample of an earlier server is not known.
  let last = started_at === null || before.size > 0 ? null : { at: Date.parse(started_at), cpu_seconds: 0 }

  /** Returns the cores in use since the last sample; null if the time is too short. */
  function coresSince(at: number, cpu_seconds: number): number | null {
    const seconds = last === null ? 0 : (at - last.at) / 1000
    if (last === null || seconds < LEAST_SECONDS) return null
    // Some systems drop the use of processes that ended, so the sum may shrink.
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
