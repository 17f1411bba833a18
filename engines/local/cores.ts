import { readFile } from 'node:fs/promises'
import type { Attempt } from '../attempt/attempt.ts'
import { readJsonOrNull, writeJson } from '../attempt/json-file.ts'
import { createSerialQueue } from './serial-queue.ts'
import { succeeds } from './succeeds.ts'

/** Returns the cores that this process may use if a run can be limited to some of them, otherwise none. */
export async function probeCores(): Promise<number[]> {
  const status = await readFile('/proc/self/status', 'utf8').catch(() => '')
  const list = /^Cpus_allowed_list:\s*(\S+)$/m.exec(status)?.[1]
  return list !== undefined && (await succeeds('taskset', ['-c', list, 'true'])) ? coresIn(list) : []
}

/** Parses a list of the kernel, such as `0-2,5`. */
export function coresIn(list: string): number[] {
  return list.split(',').flatMap((part) => {
    const [first = 0, last = first] = part.split('-').map(Number)
    return Array.from({ length: last - first + 1 }, (_, index) => first + index)
  })
}

/** Chooses as many cores as a run is granted, those with the fewest other runs. Returns none if it may use all. */
export function chooseCores(all: number[], granted: number, others: number[][]): number[] {
  const count = Math.max(1, Math.ceil(granted))
  if (count >= all.length) return []
  const uses = (core: number) => others.filter((cores) => cores.includes(core)).length
  return all.toSorted((a, b) => uses(a) - uses(b) || a - b).slice(0, count)
}

/**
 * Chooses the cores of attempts one after the other and records them, so that an attempt keeps its cores, also after a
 * restart of the server.
 * @param live returns the attempts that have not ended
 */
export function createCores(all: number[], live: () => Attempt[]) {
  const alone = createSerialQueue()

  async function choose(attempt: Attempt, granted: number): Promise<number[]> {
    const own = await recordedCores(attempt)
    if (own !== null) return own
    const recorded = await Promise.all(live().map(recordedCores))
    const cores = chooseCores(
      all,
      granted,
      recorded.filter((found) => found !== null),
    )
    await writeJson(attempt.directory.cores, cores)
    return cores
  }

  return {
    coresFor: (attempt: Attempt, granted: number) => alone(() => choose(attempt, granted)),
  }
}

function recordedCores({ directory }: Attempt): Promise<number[] | null> {
  return readJsonOrNull(directory.cores, isCores)
}

function isCores(value: unknown): value is number[] {
  return Array.isArray(value) && value.every(Number.isInteger)
}
