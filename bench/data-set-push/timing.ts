import { p95 } from '../series/zoom-frames.ts'
import type { Calls } from './calls.ts'

const CALLS = 50

/** How long 95 of 100 of these calls take at most, in milliseconds. */
export async function p95Of({ get }: Calls, path: string): Promise<number> {
  const times: number[] = []
  await get(path)
  for (let call = 0; call < CALLS; call += 1) times.push(await timeOf(() => get(path)))
  return p95(times)
}

/** In milliseconds. */
export async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}
