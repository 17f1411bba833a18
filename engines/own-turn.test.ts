import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { ownTurn } from './own-turn.ts'

test('lets one of many continue in each turn, each equally often', async () => {
  const steps: number[] = []
  async function work(name: number): Promise<void> {
    for (let step = 0; step < 3; step += 1) {
      await ownTurn()
      steps.push(name)
    }
  }
  let isDone = false
  const done = Promise.all([0, 1, 2, 3].map(work)).then(() => {
    isDone = true
  })
  const inTurns: number[] = []
  for (let before = 0; !isDone; before = steps.length) {
    await setImmediate()
    inTurns.push(steps.length - before)
  }
  await done
  expect(steps).toEqual([0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3])
  expect(Math.max(...inTurns)).toBe(1)
})
