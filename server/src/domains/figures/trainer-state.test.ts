import { Readable } from 'node:stream'
import { expect, test, vi } from 'vitest'
import { createFigures } from './figures.ts'
import { createTrainerStates } from './trainer-state.ts'

test('remembers no more names than a run has figures, whatever a log holds', async () => {
  const figures = createFigures(new Map(), Date.now, (text) => text)
  const restart = vi.spyOn(figures, 'restart')
  const entry = Object.fromEntries(Array.from({ length: 2_000 }, (_, at) => [`name${at}`, at]))
  let log: unknown[] = [entry]
  const states = createTrainerStates(
    async () => Readable.from([Buffer.from(JSON.stringify({ log_history: log }))]),
    figures,
  )
  const file = { path: 'work/trainer_state.json', size: 1, modified_at: '2026-01-01T00:00:00Z' }
  await states.take([file], true)
  log = [{ loss: 1, step: 0 }]
  await states.take([file], true)
  expect(restart).toHaveBeenCalledTimes(500)
  expect([...figures.series.keys()]).toEqual(['train/loss'])
})
