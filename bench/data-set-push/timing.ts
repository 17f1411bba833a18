import { setTimeout as pause } from 'node:timers/promises'
import { p95 } from '../series/zoom-frames.ts'
import type { Calls } from './calls.ts'

const CALLS = 50

/** Returns the 95th percentile of these calls, in milliseconds. */
export async function p95Of({ get }: Calls, path: string): Promise<number> {
  const times: number[] = []
  await get(path)
  for (let call = 0; call < CALLS; call += 1) times.push(await timeOf(() => get(path)))
  return p95(times)
}

/** Repeats the work with pauses. `stop` returns how long each repetition took, in milliseconds. */
export function timeRepeatedly(work: () => Promise<unknown>, pauseMs: number): { stop(): Promise<number[]> } {
  const times: number[] = []
  let isOver = false
  async function goOn(): Promise<void> {
    while (!isOver) {
      times.push(await timeOf(work))
      await pause(pauseMs)
    }
  }
  const going = goOn()
  going.catch(() => undefined)
  return {
    async stop() {
      isOver = true
      await going
      return times
    },
  }
}

/** Returns milliseconds. */
export async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}
