import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { createCsvLogs } from './csv-logs.ts'
import { createFigures } from './figures.ts'

const noMask = (text: string) => text
const fileOf = (size: number) => ({ path: 'work/training.csv', size, modified_at: '2026-01-01T00:00:00Z' })

test('reads only the beginning of a table that is no log, until a log replaces it', async () => {
  const figures = createFigures(new Map(), Date.now, noMask)
  let sent = 0
  function* rows() {
    yield Buffer.from('name,price\n')
    for (;;) {
      sent += 1
      yield Buffer.from('a,1\n'.repeat(10_000))
    }
  }
  let content: () => Iterable<Buffer> = rows
  const logs = createCsvLogs(async () => Readable.from(content()), figures)
  await logs.take([fileOf(1)], false)
  await logs.take([fileOf(2)], false)
  expect(sent).toBeLessThan(10)
  content = () => [Buffer.from('epoch,loss\n0,1\n')]
  await logs.take([fileOf(3)], true)
  expect([...figures.series.keys()]).toEqual(['loss'])
})

test('says that a table has more columns than a run has figures', async () => {
  const figures = createFigures(new Map(), Date.now, noMask)
  const columns = Array.from({ length: 4_000 }, (_, at) => `c${at}`)
  const table = [['epoch', ...columns], ...[0, 1].map((row) => [row, ...columns.map(() => 1)])]
  const logs = createCsvLogs(async () => Readable.from([Buffer.from(`${table.join('\n')}\n`)]), figures)
  await logs.take([fileOf(1)], true)
  expect(figures.series.size).toBe(500)
  expect(figures.sentences()).toEqual([expect.stringContaining('More than 500 figures')])
})
