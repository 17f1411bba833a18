import { expect, test, vi } from 'vitest'
import { createLogBlocks, type LogReader } from './log-blocks.ts'

/** A log in memory that records the ranges read from it. */
function readerOf(text: () => string, every = 10) {
  const reads: [number, number][] = []
  const reader: LogReader = {
    async index(from) {
      const bytes = new TextEncoder().encode(text())
      const starts = [0, ...[...bytes.keys()].filter((at) => bytes[at] === 10).map((at) => at + 1)].filter(
        (at) => at < bytes.length,
      )
      return {
        size: bytes.length,
        lines: starts.length,
        every,
        from,
        offsets: starts.filter((_, line) => line % every === 0 && line >= from),
      }
    },
    async bytes(from, to, signal) {
      reads.push([from, to])
      signal.throwIfAborted()
      return new TextEncoder().encode(text()).slice(from, to)
    },
  }
  return { reader, reads }
}

const numbered = (count: number) => Array.from({ length: count }, (_, line) => `line ${line}\n`).join('')

const rows = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at)

test('has a line once its block is read, and reads the neighbouring blocks with it', async () => {
  const { reader, reads } = readerOf(() => numbered(50))
  const blocks = createLogBlocks(reader, () => {})
  await blocks.refresh()
  expect(blocks.lines()).toBe(50)
  expect(blocks.line(25)).toBeUndefined()
  blocks.want(rows(22, 28))
  await vi.waitUntil(
    () => blocks.line(25) !== undefined && blocks.line(35) !== undefined && blocks.line(15) !== undefined,
  )
  expect(blocks.line(25)).toBe('line 25')
  expect(reads).toHaveLength(3)
})

test('extends the last block of a growing log and keeps the others', async () => {
  let text = numbered(15)
  const { reader, reads } = readerOf(() => text)
  const blocks = createLogBlocks(reader, () => {})
  await blocks.refresh()
  blocks.want(rows(0, 14))
  await vi.waitUntil(() => blocks.line(14) !== undefined && blocks.line(3) !== undefined)
  text = numbered(32)
  await blocks.refresh()
  expect(blocks.lines()).toBe(32)
  expect(blocks.line(3)).toBe('line 3')
  const before = reads.length
  blocks.want(rows(14, 31))
  await vi.waitUntil(() => blocks.line(31) !== undefined && blocks.line(14) !== undefined)
  expect(blocks.line(14)).toBe('line 14')
  expect(reads.slice(before).every(([from]) => from > 0)).toBe(true)
})

test('reads a log that its run emptied from the beginning', async () => {
  let text = `${numbered(30)}ERROR\n`
  const { reader } = readerOf(() => text)
  const blocks = createLogBlocks(reader, () => {})
  await blocks.refresh()
  blocks.want(rows(0, 30))
  await vi.waitUntil(() => blocks.line(30) !== undefined && blocks.line(0) !== undefined)
  text = 'anew\n'
  blocks.append(0, text)
  await vi.waitUntil(() => blocks.lines() === 1)
  expect([blocks.locate(0), blocks.line(0), blocks.errors()]).toEqual([
    { block: 0, first: 0, from: 0, to: 5 },
    undefined,
    [],
  ])
  blocks.want([0])
  await vi.waitUntil(() => blocks.line(0) !== undefined)
  expect(blocks.line(0)).toBe('anew')
})

test('aborts a request for rows that left the view', async () => {
  const aborted: number[] = []
  const { reader } = readerOf(() => numbered(500))
  const slow: LogReader = {
    index: reader.index,
    bytes: (from, _to, signal) =>
      new Promise((_resolve, reject) =>
        signal.addEventListener('abort', () => {
          aborted.push(from)
          reject(signal.reason)
        }),
      ),
  }
  const blocks = createLogBlocks(slow, () => {})
  await blocks.refresh()
  blocks.want(rows(0, 5))
  blocks.want(rows(400, 405))
  expect(aborted).toHaveLength(2)
  blocks.close()
})

test('reports a failed read, and recovers with the next one', async () => {
  const { reader } = readerOf(() => numbered(5))
  let broken = true
  const blocks = createLogBlocks(
    {
      index: reader.index,
      bytes: (from, to, signal) =>
        broken ? Promise.reject(new Error('cut')) : reader.bytes(from, to, signal),
    },
    () => {},
  )
  await blocks.refresh()
  blocks.want(rows(0, 4))
  await vi.waitUntil(() => blocks.failure() !== null)
  broken = false
  await blocks.refresh()
  expect(blocks.failure()).toBeNull()
  blocks.want(rows(0, 4))
  await vi.waitUntil(() => blocks.line(4) !== undefined)
  expect(blocks.line(4)).toBe('line 4')
})

test('appends live text without reading it again', async () => {
  let text = numbered(15)
  const { reader, reads } = readerOf(() => text)
  const blocks = createLogBlocks(reader, () => {})
  await blocks.refresh()
  blocks.want(rows(10, 14))
  await vi.waitUntil(() => blocks.line(14) !== undefined && blocks.line(0) !== undefined)
  const before = reads.length
  const fresh = numbered(40).slice(text.length)
  blocks.append(text.length, fresh)
  text += fresh
  expect(blocks.lines()).toBe(40)
  expect(blocks.size()).toBe(text.length)
  expect([blocks.line(14), blocks.line(15), blocks.line(39)]).toEqual(['line 14', 'line 15', 'line 39'])
  expect(reads).toHaveLength(before)
})

test('reads from the server if live text does not follow the known end', async () => {
  let text = numbered(5)
  const { reader } = readerOf(() => text)
  const blocks = createLogBlocks(reader, () => {})
  await blocks.refresh()
  text = numbered(20)
  blocks.append(text.length - 3, 'xx\n')
  await vi.waitUntil(() => blocks.lines() === 20)
  expect(blocks.size()).toBe(text.length)
})

test('keeps the numbers of lines that were written while their block was being read', async () => {
  let text = numbered(305)
  const { reader } = readerOf(() => text)
  const answers: (() => void)[] = []
  let slow = false
  const blocks = createLogBlocks(
    {
      index: reader.index,
      async bytes(from, to, signal) {
        const bytes = reader.bytes(from, to, signal)
        if (slow) await new Promise<void>((answer) => answers.push(answer))
        return bytes
      },
    },
    () => {},
  )
  const write = (from: number, to: number) => {
    const fresh = numbered(to).slice(numbered(from).length)
    blocks.append(text.length, fresh)
    text += fresh
  }
  await blocks.refresh()
  blocks.want(rows(300, 304))
  await vi.waitUntil(() => blocks.line(304) !== undefined)
  for (let block = 26; block >= 0; block -= 1) {
    blocks.want([block * 10])
    await vi.waitUntil(() => blocks.line(block * 10) !== undefined)
  }
  expect(blocks.line(304)).toBeUndefined()
  slow = true
  blocks.want(rows(300, 304))
  write(305, 307)
  for (const answer of answers) answer()
  await vi.waitUntil(() => blocks.line(304) !== undefined)
  write(307, 312)
  expect(rows(303, 311).map(blocks.line)).toEqual(rows(303, 311).map((line) => `line ${line}`))
})

test('reads rows far apart once each, and keeps them while they are in view', async () => {
  const { reader, reads } = readerOf(() => numbered(1000))
  const aborted: number[] = []
  let changed = () => {}
  const blocks = createLogBlocks(
    {
      index: reader.index,
      bytes(from, to, signal) {
        signal.addEventListener('abort', () => aborted.push(from))
        return reader.bytes(from, to, signal)
      },
    },
    () => changed(),
  )
  await blocks.refresh()
  const scattered = rows(0, 39).map((at) => at * 20 + 5)
  changed = () => blocks.want(scattered)
  blocks.want(scattered)
  await vi.waitUntil(() => scattered.every((line) => blocks.line(line) !== undefined))
  blocks.want(scattered)
  expect(aborted).toEqual([])
  expect(reads.length).toBeLessThanOrEqual(scattered.length + 2)
})

test('shows no partial line of a block that is too long to be read at once', async () => {
  const long = 'x'.repeat(1024 * 1024)
  const { reader } = readerOf(() => `${long}\n`.repeat(6))
  const blocks = createLogBlocks(reader, () => {})
  await blocks.refresh()
  blocks.want([0])
  await vi.waitUntil(() => blocks.line(0) !== undefined)
  expect(rows(0, 5).map((line) => blocks.line(line)?.length)).toEqual([
    long.length,
    long.length,
    long.length,
    undefined,
    undefined,
    undefined,
  ])
})

test('retries a block that cannot be read on request only, not endlessly', async () => {
  const { reader } = readerOf(() => numbered(500))
  let asked = 0
  const patience = 50
  let changed = () => {}
  const blocks = createLogBlocks(
    {
      index: reader.index,
      bytes() {
        asked += 1
        return asked > patience ? new Promise(() => {}) : Promise.reject(new Error('cut'))
      },
    },
    () => changed(),
  )
  await blocks.refresh()
  changed = () => blocks.want([0])
  blocks.want([0])
  await vi.waitUntil(() => asked > patience || blocks.failure() !== null)
  await new Promise(setImmediate)
  expect([asked, blocks.failure()?.message]).toEqual([2, 'cut'])
  await blocks.refresh()
  await new Promise(setImmediate)
  expect(asked).toBe(4)
  blocks.append(numbered(500).length, 'line 500\n')
  await vi.waitUntil(() => asked > 4)
  changed = () => {}
  blocks.want([300])
  expect(blocks.failure()).toBeNull()
  blocks.close()
})
