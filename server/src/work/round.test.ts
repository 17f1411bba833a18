import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createRound, type RoundOptions } from './round.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Rounds that each last until `end` or `fail`, with a pause of a second after a success and of five after a failure. */
function createRounds(options: Partial<RoundOptions<string>> = {}) {
  const errors: unknown[] = []
  let begun = 0
  let settle: { resolve(done: string): void; reject(error: Error): void } | undefined
  const round = createRound<string>({
    work() {
      begun += 1
      return new Promise((resolve, reject) => {
        settle = { resolve, reject }
      })
    },
    pause: (done) => (done === undefined ? 5000 : 1000),
    failed: (error) => void errors.push(error),
    ...options,
  })
  return {
    round,
    errors,
    begun: () => begun,
    async end() {
      settle?.resolve('done')
      await vi.advanceTimersByTimeAsync(0)
    },
    async fail(error: Error) {
      settle?.reject(error)
      await vi.advanceTimersByTimeAsync(0)
    },
  }
}

test('begins at once, and again when the pause after a round has passed', async () => {
  const { round, begun, end } = createRounds()
  round.start()
  await vi.advanceTimersByTimeAsync(0)
  expect(begun()).toBe(1)
  await end()
  await vi.advanceTimersByTimeAsync(999)
  expect(begun()).toBe(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(begun()).toBe(2)
})

test('begins no round while one is under way', async () => {
  const { round, begun } = createRounds()
  round.start()
  await vi.advanceTimersByTimeAsync(60_000)
  round.wake()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(begun()).toBe(1)
})

test('begins at once when it is woken in the pause, one round for several calls', async () => {
  const { round, begun, end } = createRounds()
  round.start()
  await vi.advanceTimersByTimeAsync(0)
  await end()
  round.wake()
  round.wake()
  await vi.advanceTimersByTimeAsync(0)
  await end()
  expect(begun()).toBe(2)
  await vi.advanceTimersByTimeAsync(1000)
  expect(begun()).toBe(3)
})

test('begins again without a pause when it is woken during a round', async () => {
  const { round, begun, end } = createRounds()
  round.start()
  await vi.advanceTimersByTimeAsync(0)
  round.wake()
  await end()
  expect(begun()).toBe(2)
  await end()
  expect(begun()).toBe(2)
})

test('begins no round when it is woken before it starts', async () => {
  const { round, begun } = createRounds()
  round.wake()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(begun()).toBe(0)
})

test('goes on after an error and hands it over', async () => {
  const { round, begun, fail, errors } = createRounds()
  round.start()
  await vi.advanceTimersByTimeAsync(0)
  const error = new Error('the database is away')
  await fail(error)
  expect(errors).toEqual([error])
  await vi.advanceTimersByTimeAsync(4999)
  expect(begun()).toBe(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(begun()).toBe(2)
})

test('goes on after work that throws before it returns a promise', async () => {
  const errors: unknown[] = []
  const { round } = createRounds({
    work() {
      throw 'the disk is away'
    },
    failed: (error) => void errors.push(error),
  })
  round.start()
  await vi.advanceTimersByTimeAsync(5000)
  expect(errors).toEqual(['the disk is away', 'the disk is away'])
})

test('signals the end, waits for the round under way and begins no other', async () => {
  const { round, begun, end } = createRounds()
  round.start()
  await vi.advanceTimersByTimeAsync(0)
  let isClosed = false
  const closed = round.close().then(() => {
    isClosed = true
  })
  round.wake()
  await vi.advanceTimersByTimeAsync(60_000)
  expect([round.ending.aborted, isClosed]).toEqual([true, false])
  await end()
  await closed
  await vi.advanceTimersByTimeAsync(60_000)
  expect(begun()).toBe(1)
})

test('ends at once in a pause and before the first round', async () => {
  const { round, begun, end } = createRounds()
  round.start()
  await vi.advanceTimersByTimeAsync(0)
  await end()
  await round.close()
  round.wake()
  const unbegun = createRounds()
  unbegun.round.start()
  await unbegun.round.close()
  await vi.advanceTimersByTimeAsync(60_000)
  expect([begun(), unbegun.begun()]).toEqual([1, 0])
  expect(vi.getTimerCount()).toBe(0)
})
