import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { createSettings } from './configuration.ts'
import { createEventFiles } from './event-files.ts'
import { createFigures } from './figures.ts'
import type { Open } from './growing-file.ts'
import { EVENTS, eventFile } from './testing/written-run.ts'
import { createWandbRuns } from './wandb-runs.ts'

const noMask = (text: string) => text

test.each([
  ['an event file', EVENTS, createEventFiles],
  ['a file of wandb', 'work/run-a.wandb', createWandbRuns],
] as const)('reads %s no further than to the damaged place', async (_, path, create) => {
  const figures = createFigures(new Map(), Date.now, noMask)
  let sent = 0
  function* zeros() {
    for (;;) {
      sent += 1
      yield Buffer.alloc(64 * 1024)
    }
  }
  let open: Open = async () => Readable.from(zeros())
  const source = create((...from) => open(...from), figures, createSettings(noMask))
  const file = (size: number) => ({ path, size, modified_at: '2026-01-01T00:00:00Z' })
  await source.take([file(1)], false)
  await source.take([file(2)], true)
  expect(sent).toBeLessThan(50)
  expect(source.sentences()).toEqual([expect.stringContaining('Damaged')])
  if (path !== EVENTS) return
  open = async (_, from = 0) => Readable.from([eventFile([1]).subarray(from)])
  await source.take([file(3)], true)
  expect([...figures.series.keys()]).toEqual(['loss'])
})
