import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createTurns } from './turns.ts'

test('runs two at once, lets the next wait and refuses who finds too many waiting', async () => {
  const refused = new Error('too many')
  const inTurn = createTurns({
    at_once: 2,
    waiting: 1,
    refuse: () => {
      throw refused
    },
  })
  const begun: number[] = []
  const ends: (() => void)[] = []
  const works = [0, 1, 2].map((n) =>
    inTurn(async () => {
      begun.push(n)
      await new Promise<void>((resolve) => ends.push(resolve))
      if (n === 0) throw new Error('a failed work gives its turn on')
    }),
  )
  expect(begun).toEqual([0, 1])
  await expect(inTurn(async () => 3)).rejects.toBe(refused)
  ends[0]?.()
  await expect(works[0]).rejects.toThrow('gives its turn on')
  await setImmediate()
  expect(begun).toEqual([0, 1, 2])
  for (const end of ends) end()
  await Promise.all(works.slice(1))
})
