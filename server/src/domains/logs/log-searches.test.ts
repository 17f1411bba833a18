import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { createLogSearches } from './log-search.ts'

afterEach(() => void vi.useRealTimers())

const there = new AbortController().signal

/** An opened log that yields nothing. */
function stuckLog() {
  const stream = new Readable({ read: () => undefined })
  const open = vi.fn(async () => ({ size: 1, read: async () => stream }))
  return { open, stream }
}

const logOf = (text: string) =>
  vi.fn(async () => ({ size: text.length, read: async () => Readable.from([Buffer.from(text)]) }))

test('a third search opens its log when one of two has ended', async () => {
  const search = createLogSearches()
  const stuck = [stuckLog(), stuckLog()]
  const running = stuck.map(({ open }) => search(open, { text: 'hit' }, there))
  const open = logOf('Hit\n')
  const third = search(open, { text: 'hit' }, there)
  await setImmediate()
  expect(open).not.toHaveBeenCalled()
  stuck[0]?.stream.push(null)
  expect(await running[0]).toEqual({ hits: [], more: false })
  expect(await third).toEqual({ hits: [{ line: 0, offset: 0, text: 'Hit' }], more: false })
  stuck[1]?.stream.push(null)
  await running[1]
})

test('the ten seconds of a search begin with the request, not with its turn', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const search = createLogSearches()
  const last = stuckLog()
  const [first, second] = [stuckLog(), stuckLog()].map(({ open }) => search(open, { text: 'hit' }, there))
  await vi.advanceTimersByTimeAsync(4000)
  const third = search(last.open, { text: 'hit' }, there)
  await vi.advanceTimersByTimeAsync(6000)
  expect(await Promise.all([first, second])).toEqual(Array(2).fill({ hits: [], more: true }))
  expect(last.open).toHaveBeenCalledOnce()
  await vi.advanceTimersByTimeAsync(4000)
  expect(await third).toEqual({ hits: [], more: true })
  expect(vi.getTimerCount()).toBe(0)
})

test('a search whose client has gone passes its turn on', async () => {
  const search = createLogSearches()
  const leaving = new AbortController()
  const stuck = [stuckLog(), stuckLog()]
  const running = stuck.map(({ open }) => search(open, { text: 'hit' }, leaving.signal))
  const third = search(logOf('Hit\n'), { text: 'hit' }, there)
  leaving.abort()
  expect((await third).hits).toHaveLength(1)
  await Promise.all(running)
  expect(stuck.every(({ stream }) => stream.destroyed)).toBe(true)
})

test('a search whose client left while it waited opens no log', async () => {
  const search = createLogSearches()
  const stuck = [stuckLog(), stuckLog()]
  const running = stuck.map(({ open }) => search(open, { text: 'hit' }, there))
  const leaving = new AbortController()
  const open = logOf('Hit\n')
  const third = search(open, { text: 'hit' }, leaving.signal)
  leaving.abort()
  for (const { stream } of stuck) stream.push(null)
  await Promise.all([...running, third])
  expect(open).not.toHaveBeenCalled()
})
