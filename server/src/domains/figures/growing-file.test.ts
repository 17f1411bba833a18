import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { createGrowingFile } from './growing-file.ts'

/** A file in memory that records the lines it passes on; it is streamed in chunks of an odd size. */
function fileOf(text: string) {
  const found = { text, lines: [] as (string | null)[], restarts: 0, opened: [] as number[] }
  const file = createGrowingFile({
    path: 'metrics.jsonl',
    async open(_, from = 0) {
      found.opened.push(from)
      const bytes = Buffer.from(found.text).subarray(from)
      const chunks = Array.from({ length: Math.ceil(bytes.length / 97) }, (_, at) =>
        bytes.subarray(at * 97, at * 97 + 97),
      )
      return Readable.from(chunks)
    },
    onLine: (line) => found.lines.push(line),
    onRestart() {
      found.restarts += 1
      found.lines = []
    },
  })
  return Object.assign(found, { read: () => file.read(false) })
}

const numbered = (count: number, word = 'line') =>
  Array.from({ length: count }, (_, at) => `${word} ${at + 1000}`)
const joined = (lines: string[]) => `${lines.join('\n')}\n`

test.each([1, 10, 50, 200])(
  'passes on lines appended to %i lines once, and does not read the others again',
  async (count) => {
    const file = fileOf(joined(numbered(count)))
    await file.read()
    await file.read()
    file.text = joined(numbered(count + 300))
    await file.read()
    expect([file.lines, file.restarts]).toEqual([numbered(count + 300), 0])
    const size = joined(numbered(count)).length
    expect(file.opened.filter((from) => from > 0).every((from) => from >= size - 512)).toBe(true)
  },
)

test.each([
  [
    'and is longer by then',
    300,
    (lines: string[]) => [...lines.map((line) => line.replace('line', 'LINE')), 'more'],
  ],
  ['and is as long by then', 300, (lines: string[]) => lines.map((line) => line.replace('line', 'LINE'))],
  ['and is shorter by then', 300, (lines: string[]) => lines.slice(0, 5)],
  ['and is empty by then', 300, () => []],
  ['with another beginning alone', 300, (lines: string[]) => ['LINE 1000', ...lines.slice(1), 'more']],
  ['with another end alone', 300, (lines: string[]) => [...lines.slice(0, -1), 'LINE 1299', 'more']],
  ['when it had few lines', 3, (lines: string[]) => ['LINE 1000', ...lines.slice(1), 'more']],
])('passes on all lines again of a file that is rewritten %s', async (_, count, anew) => {
  const before = numbered(count)
  const file = fileOf(joined(before))
  await file.read()
  const lines = anew(before)
  file.text = lines.length === 0 ? '' : joined(lines)
  await file.read()
  expect([file.lines, file.restarts]).toEqual([lines, 1])
})

test('opens a file that has not grown only once per read', async () => {
  const file = fileOf(joined(numbered(300)))
  await file.read()
  file.opened.length = 0
  await file.read()
  expect(file.opened).toHaveLength(1)
})

test('other work gets turns between the short lines of one chunk', async () => {
  let turns = 0
  let isRead = false
  const count = () => {
    turns += 1
    if (!isRead) setImmediate(count)
  }
  const file = createGrowingFile({
    path: 'metrics.jsonl',
    open: async () => Readable.from([Buffer.from('x\n'.repeat(32 * 1024))]),
    onLine: () => undefined,
    onRestart: () => undefined,
  })
  setImmediate(count)
  await file.read(true)
  isRead = true
  expect(turns).toBeGreaterThan(50)
})
