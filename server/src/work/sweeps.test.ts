import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createSweeping, type Sweep } from './sweeps.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function createSweeps(works: Sweep['work'][]) {
  const warn = vi.fn()
  const sweeps = works.map((work, at) => ({ work, otherwise: `sweep ${at} failed` }))
  return { warn, sweeping: createSweeping({ interval_ms: 1000, sweeps }, { warn }) }
}

test('runs the other sweeps, and the next ones, after one fails at once or later', async () => {
  let swept = 0
  const { sweeping, warn } = createSweeps([
    () => {
      throw new Error('the disk is away')
    },
    () => Promise.reject(new Error('the database is away')),
    async () => {
      swept += 1
    },
  ])
  sweeping.start()
  await vi.advanceTimersByTimeAsync(2000)
  await sweeping.close()
  expect(swept).toBe(3)
  const logged = warn.mock.calls.map(([, message]) => message)
  expect(logged.slice(0, 2)).toEqual(['sweep 0 failed', 'sweep 1 failed'])
})

test('begins no sweep during another one, and signals a running one when the server closes', async () => {
  const begun: string[] = []
  const { sweeping } = createSweeps([
    (ending) =>
      new Promise<void>((resolve) => {
        begun.push('long')
        ending.addEventListener('abort', () => resolve())
      }),
    async () => void begun.push('next'),
  ])
  sweeping.start()
  await vi.advanceTimersByTimeAsync(5000)
  await sweeping.close()
  expect(begun).toEqual(['long', 'next'])
})

test('begins at full intervals after the start, however long a round takes', async () => {
  const started = performance.now()
  const begun: number[] = []
  const { sweeping } = createSweeps([
    () => {
      begun.push(Math.round(performance.now() - started))
      return new Promise((resolve) => setTimeout(resolve, begun.length === 2 ? 1300 : 300))
    },
  ])
  sweeping.start()
  await vi.advanceTimersByTimeAsync(4500)
  await vi.advanceTimersByTimeAsync(0)
  expect(begun).toEqual([0, 1000, 3000, 4000])
  const closed = sweeping.close()
  await vi.advanceTimersByTimeAsync(300)
  await closed
})
