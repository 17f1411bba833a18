import { setTimeout as pause } from 'node:timers/promises'
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

/** Does the work again and again, with pauses; `stop` answers how long each time took, in milliseconds. */
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

/** In milliseconds. */
export async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}
