import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { INDEX_EVERY } from './line-offsets.ts'
import { createLogIndexes } from './log-index.ts'

/** A log in memory that counts the bytes read from it; it is streamed in chunks of an odd size. */
function growingLog(key = 'log') {
  let bytes = Buffer.alloc(0)
  let bytesRead = 0
  return {
    append(text: string) {
      bytes = Buffer.concat([bytes, Buffer.from(text)])
    },
    empty() {
      bytes = Buffer.alloc(0)
    },
    bytesRead: () => bytesRead,
    now: () => ({
      key,
      size: bytes.length,
      read: async (from: number, to: number) => {
        const part = bytes.subarray(from, to)
        bytesRead += part.length
        const chunks: Buffer[] = []
        for (let at = 0; at < part.length; at += 997) chunks.push(part.subarray(at, at + 997))
        return Readable.from(chunks)
      },
    }),
  }
}

const numbered = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => `line ${from + index}\n`).join('')

describe('the sparse index of a log', () => {
  test('has the offset of every thousandth line', async () => {
    const log = growingLog()
    const text = numbered(2500)
    log.append(text)
    const { offsets, ...rest } = await createLogIndexes().read(log.now(), 0)
    expect(rest).toEqual({ size: text.length, lines: 2500, every: INDEX_EVERY, from: 0 })
    expect(offsets).toEqual([0, text.indexOf('line 1000\n'), text.indexOf('line 2000\n')])
  })

  test('is extended by appended bytes without reading the rest again', async () => {
    const log = growingLog()
    const indexes = createLogIndexes()
    log.append(numbered(1500))
    await indexes.read(log.now(), 0)
    const before = log.bytesRead()
    log.append(numbered(700, 1500))
    const part = await indexes.read(log.now(), 2000)
    expect(part).toMatchObject({ lines: 2200, from: 2000 })
    expect(part.offsets).toHaveLength(1)
    // and some of the known bytes, to check that it is the same log
    expect(log.bytesRead() - before).toBeLessThanOrEqual(numbered(700, 1500).length + 1024)
  })

  test('counts an incomplete line, and none in an empty log', async () => {
    const log = growingLog()
    const indexes = createLogIndexes()
    expect(await indexes.read(log.now(), 0)).toMatchObject({ size: 0, lines: 0, offsets: [0] })
    log.append('one\ntw')
    expect(await indexes.read(log.now(), 0)).toMatchObject({ lines: 2 })
    log.append('o\n')
    expect(await indexes.read(log.now(), 0)).toMatchObject({ lines: 2, size: 8 })
  })

  test('is rebuilt after the run has emptied its log', async () => {
    const log = growingLog()
    const indexes = createLogIndexes()
    log.append(numbered(3000))
    await indexes.read(log.now(), 0)
    log.empty()
    expect(await indexes.read(log.now(), 0)).toMatchObject({ size: 0, lines: 0, offsets: [0] })
    log.append(numbered(1500, 90_000))
    await indexes.read(log.now(), 0)
    log.empty()
    const text = `begun anew\n${numbered(1100)}`
    log.append(text)
    expect(await indexes.read(log.now(), 0)).toMatchObject({
      size: text.length,
      lines: 1101,
      offsets: [0, text.indexOf('line 999\n')],
    })
  })

  test('is rebuilt if the log is longer by now than when it was emptied', async () => {
    const log = growingLog()
    const indexes = createLogIndexes()
    log.append('a short line\n'.repeat(3000))
    await indexes.read(log.now(), 0)
    log.empty()
    log.append('another line, which is a longer one\n'.repeat(2500))
    expect(await indexes.read(log.now(), 0)).toMatchObject({ lines: 2500, offsets: [0, 36_000, 72_000] })
  })

  test.each([
    ['its beginning', (text: string) => `LINE${text.slice(4)}`],
    ['what stands before the place', (text: string) => `${text.slice(0, -2)}x\n`],
  ])('is rebuilt for a log that differs only in %s', async (_, changed) => {
    const log = growingLog()
    const indexes = createLogIndexes()
    const text = numbered(1500)
    log.append(text)
    await indexes.read(log.now(), 0)
    log.empty()
    log.append(`${changed(text)}one more\n`)
    const before = log.bytesRead()
    expect(await indexes.read(log.now(), 0)).toMatchObject({ lines: 1501 })
    expect(log.bytesRead() - before).toBeGreaterThan(text.length)
  })

  test('keeps the entries of a log that is stored before it is read on', async () => {
    const log = growingLog()
    const indexes = createLogIndexes()
    log.append(numbered(1500))
    await indexes.read(log.now(), 0)
    log.append('one more\n')
    const before = log.now()
    log.empty()
    expect(await indexes.read(before, 0)).toMatchObject({ lines: 1500 })
  })

  test('gives the same answer to two concurrent requests', async () => {
    const log = growingLog()
    log.append(numbered(3000))
    const indexes = createLogIndexes()
    const [one, other] = await Promise.all([indexes.read(log.now(), 0), indexes.read(log.now(), 0)])
    expect(one).toEqual(other)
    expect(one.lines).toBe(3000)
  })

  test('evicts the least recently read log above the limit', async () => {
    const [old, fresh] = [growingLog('old'), growingLog('fresh')]
    old.append(numbered(3000))
    fresh.append(numbered(3000))
    const indexes = createLogIndexes(4)
    await indexes.read(old.now(), 0)
    await indexes.read(fresh.now(), 0)
    const before = old.bytesRead()
    expect(await indexes.read(old.now(), 0)).toMatchObject({ lines: 3000 })
    expect(old.bytesRead()).toBeGreaterThan(before)
  })
})
