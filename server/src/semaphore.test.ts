import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createSemaphore } from './semaphore.ts'

const refused = new Error('too many')
const refuse = (): never => {
  throw refused
}

/** Works that end when the test says so, each with a name. */
function stuckWorks(limits: { at_once: number; of_one?: number; waiting: number }) {
  const withPermit = createSemaphore({ ...limits, refuse })
  const begun: string[] = []
  const turnedAway: string[] = []
  const ends: (() => void)[] = []
  return {
    begun,
    turnedAway,
    add: (name: string, ...party: string[]) =>
      withPermit(async () => {
        begun.push(name)
        await new Promise<void>((resolve) => ends.push(resolve))
      }, party).catch(() => void turnedAway.push(name)),
    async endNext(): Promise<void> {
      ends.shift()?.()
      await setImmediate()
    },
  }
}

test('runs two at once, queues the next, and refuses the longest waiting of too many', async () => {
  const works = stuckWorks({ at_once: 2, waiting: 1 })
  for (const name of ['a', 'b', 'c', 'd']) works.add(name)
  await setImmediate()
  expect([works.begun, works.turnedAway]).toEqual([['a', 'b'], ['c']])
  await works.endNext()
  expect(works.begun).toEqual(['a', 'b', 'd'])
  await works.endNext()
  await works.endNext()
})

test('passes the turn of a failed work on', async () => {
  const withPermit = createSemaphore({ at_once: 1, waiting: 1, refuse })
  const failed = withPermit(() => Promise.reject(refused))
  const next = withPermit(async () => 2)
  await expect(failed).rejects.toBe(refused)
  expect(await next).toBe(2)
  expect(await withPermit(async () => 3)).toBe(3)
})

test('alternates between parties, and within one between its own parties', async () => {
  const works = stuckWorks({ at_once: 1, waiting: 10 })
  works.add('first', 'x', '1')
  for (const name of ['x1a', 'x1b', 'x1c']) works.add(name, 'x', '1')
  works.add('x2', 'x', '2')
  works.add('y', 'y', '1')
  for (let at = 0; at < 6; at++) await works.endNext()
  expect(works.begun).toEqual(['first', 'x1a', 'y', 'x2', 'x1b', 'x1c'])
})

test('gives a newcomer one of the places if another party has all', async () => {
  const works = stuckWorks({ at_once: 1, waiting: 4 })
  works.add('first', 'x', '1')
  for (const name of ['x1a', 'x1b', 'x1c']) works.add(name, 'x', '1')
  works.add('x2', 'x', '2')
  works.add('y', 'y', '1')
  works.add('x1d', 'x', '1')
  await setImmediate()
  expect(works.turnedAway).toEqual(['x1a', 'x1b'])
  for (let at = 0; at < 5; at++) await works.endNext()
  expect(works.begun).toContain('y')
  expect(works.begun.indexOf('y')).toBeLessThanOrEqual(2)
  expect(works.begun).toHaveLength(5)
})

test('does not let a newcomer replace the next in turn among equal parties', async () => {
  const works = stuckWorks({ at_once: 1, waiting: 2 })
  works.add('first', 'x')
  for (const name of ['y', 'z', 'newcomer']) works.add(name, name)
  await setImmediate()
  expect(works.turnedAway).toEqual(['newcomer'])
  for (let at = 0; at < 3; at++) await works.endNext()
  expect(works.begun).toEqual(['first', 'y', 'z'])
})

test('limits the places of one party, whose next work waits for one of them', async () => {
  const works = stuckWorks({ at_once: 3, of_one: 2, waiting: 10 })
  for (const name of ['x1', 'x2', 'x3', 'x4']) works.add(name, 'x')
  works.add('y1', 'y')
  works.add('z1', 'z')
  await setImmediate()
  expect(works.begun).toEqual(['x1', 'x2', 'y1'])
  await works.endNext()
  expect(works.begun.slice(3)).toEqual(['x3'])
  await works.endNext()
  expect(works.begun.slice(4)).toEqual(['z1'])
  for (let at = 0; at < 4; at++) await works.endNext()
  expect(works.begun).toHaveLength(6)
})
