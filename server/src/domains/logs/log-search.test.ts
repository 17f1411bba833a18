import { Readable } from 'node:stream'
import { LOG_LINES } from '@podium/contract/testing/log-lines.ts'
import { describe, expect, test } from 'vitest'
import { searchLog, type Wanted } from './log-search.ts'

/** Every way of cutting a log into chunks must give the same result. */
const CUTS = [1, 7, 64, 65_536]

const UNLIMITED = { hits: 1000, ended: new AbortController().signal }

const find = (log: Readable, text: string, limits = UNLIMITED) => searchLog(log, { text }, limits)

const linesWith = async (log: string, text: string) =>
  (await find(cut(log, 5), text)).hits.map(({ line }) => line)

function cut(text: string, size: number): Readable {
  const bytes = Buffer.from(text)
  const chunks: Buffer[] = []
  for (let at = 0; at < bytes.length; at += size) chunks.push(bytes.subarray(at, at + size))
  return Readable.from(chunks)
}

describe('searching a log', () => {
  const text = 'start\nAn ERROR here\nfine\nerror, error again\nlast without end: Fehler Ärger'

  test.each(CUTS)('finds lines ignoring case, each once, in chunks of %i bytes', async (size) => {
    expect(await find(cut(text, size), 'error')).toEqual({
      hits: [
        { line: 1, offset: 6, text: 'An ERROR here' },
        { line: 3, offset: 25, text: 'error, error again' },
      ],
      more: false,
    })
  })

  test.each(CUTS)('finds text that is not ASCII, in chunks of %i bytes', async (size) => {
    const { hits } = await find(cut(text, size), 'ärger')
    expect(hits.map(({ line }) => line)).toEqual([4])
  })

  test.each([
    ['as they were typed', '훈련 시작\n', '훈련', [0]],
    ['in both cases', 'é\nÉ\ne\nAÉ\n', 'é', [0, 1, 3]],
    ['in both cases, whichever was typed', 'é\nÉ\ne\nAÉ\n', 'É', [0, 1, 3]],
    ['beside an ASCII letter that is on every line', 'a\na\nAé\naÉ\nae\n', 'aé', [2, 3]],
    ['between ASCII parts', 'straße\nSTRAẞE\nstrasse\n', 'Straße', [0, 1]],
    ['of which there are more than two cases', 'ΣΚΟΠΟΣ\nσκοπος\n', 'ΣκοποΣ', [0, 1]],
    ['beyond the first plane', '𐐀\n𐐨\n😀\n', '𐐨', [0, 1]],
    ['with signs that mean something in an expression', 'a.é\nabé\n(é)\n[é]*\n', '[é]*', [3]],
  ])('finds characters that are not ASCII %s', async (_, log, text, lines) => {
    expect(await linesWith(log, text)).toEqual(lines)
  })

  test.each(CUTS)('finds text that colour codes split, in chunks of %i bytes', async (size) => {
    const log = 'loss=\u001b[32m0.5\u001b[0m\n\u001b[1m\u001b[38;5;208mlo\u001b[0mss=0.5\nloss 0.5\n'
    const { hits } = await find(cut(log, size), 'loss=0.5')
    expect(hits.map(({ line }) => line)).toEqual([0, 1])
  })

  test.each(CUTS)('finds the lines of a level, in chunks of %i bytes', async (size) => {
    const lines = [
      'INFO finished with 0 errors',
      'mean_squared_error=0.2',
      'CRITICAL bad',
      '\u001b[31mERROR\u001b[0m x',
      '{"level":50,"msg":"x"}',
      'E1129 10:00:00.0 1 x.cc:1] x',
      'WARNING slow',
      'x.py:1: UserWarning: slow',
      '\u001b[33mwarning\u001b[0m: unused',
    ]
    const found = async (wanted: Wanted) =>
      (await searchLog(cut(lines.join('\n'), size), wanted, UNLIMITED)).hits.map(({ line }) => line)
    expect(await found({ level: 'error' })).toEqual([2, 3, 4, 5])
    expect(await found({ level: 'warn' })).toEqual([6, 7, 8])
    expect(await found({ level: 'error', text: 'X' })).toEqual([3, 4, 5])
  })

  test('finds every line of a level in any notation', async () => {
    for (const level of ['error', 'warn'] as const) {
      const { hits } = await searchLog(
        cut(LOG_LINES.map(([line]) => line).join('\n'), 64),
        { level },
        UNLIMITED,
      )
      expect(hits.map(({ line }) => LOG_LINES[line]?.[0])).toEqual(
        LOG_LINES.filter(([, said]) => said === level).map(([line]) => line),
      )
    }
  })

  test('does not confuse characters whose bytes are equal after case folding', async () => {
    // byte by byte, C3 A9 and E3 A9 fold to the same
    const bytes = Readable.from([Buffer.from([0xe3, 0xa9, 0x80, 10])])
    expect((await find(bytes, 'é')).hits).toHaveLength(0)
  })

  test('treats special characters of regular expressions literally', async () => {
    expect(await linesWith('a.b\naxb\n\\d\n1\n', 'A.B')).toEqual([0])
    expect(await linesWith('a.b\naxb\n\\d\n1\n', '\\d')).toEqual([2])
  })

  test('stops at the limit and says that there are more', async () => {
    const found = await find(cut('hit\n'.repeat(30), 11), 'hit', { ...UNLIMITED, hits: 10 })
    expect(found.hits).toHaveLength(10)
    expect(found.more).toBe(true)
    const all = await find(cut('hit\n'.repeat(10), 11), 'hit', { ...UNLIMITED, hits: 10 })
    expect(all).toMatchObject({ more: false })
    expect(all.hits).toHaveLength(10)
  })

  test('reads nothing if it was aborted before', async () => {
    const found = await find(cut('hit\n', 10), 'hit', { ...UNLIMITED, ended: AbortSignal.abort() })
    expect(found).toEqual({ hits: [], more: true })
  })

  test('returns its hits if it is aborted while the log stalls', async () => {
    const log = new Readable({ read: () => undefined })
    log.push('one hit\n')
    const ending = new AbortController()
    const found = find(log, 'hit', { ...UNLIMITED, ended: ending.signal })
    await new Promise((resolve) => setImmediate(resolve))
    ending.abort()
    expect(await found).toEqual({ hits: [{ line: 0, offset: 0, text: 'one hit' }], more: true })
    expect(log.destroyed).toBe(true)
  })

  test('reports a log that cannot be read', async () => {
    const log = new Readable({ read: () => log.destroy(new Error('gone')) })
    await expect(find(log, 'hit')).rejects.toThrow('gone')
  })

  test('lets other work run while it searches one chunk, and can be aborted there', async () => {
    const chunk = Buffer.from('hit\n'.repeat(500_000))
    const ending = new AbortController()
    setImmediate(() => ending.abort())
    const found = await find(Readable.from([chunk]), 'hit', { hits: 1_000_000, ended: ending.signal })
    expect(found.more).toBe(true)
    expect(found.hits.length).toBeLessThan(500_000)
  })

  test('terminates for a text that begins with a newline', async () => {
    expect(await find(cut('one\ntwo\n\n', 65_536), '\n')).toMatchObject({ more: false })
  })

  test('finds a text across the pieces of an endless line, and shows its surroundings', async () => {
    const before = 'a'.repeat(3 * 1024 * 1024)
    const { hits } = await find(cut(`first\n${before}NEEDLE${'b'.repeat(5000)}`, 65_536), 'needle')
    expect(hits).toHaveLength(1)
    expect(hits[0]).toMatchObject({ line: 1, offset: 6 })
    expect(hits[0]?.text).toContain('NEEDLE')
    expect(hits[0]?.text.length).toBeLessThanOrEqual(400)
  })
})
