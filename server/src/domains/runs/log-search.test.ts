import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { SEARCH_LIMITS, searchLog } from './log-search.ts'

/** Every way of cutting a log into chunks must find the same. */
const CUTS = [1, 7, 64, 65_536]

function cut(text: string, size: number): Readable {
  const bytes = Buffer.from(text)
  const chunks: Buffer[] = []
  for (let at = 0; at < bytes.length; at += size) chunks.push(bytes.subarray(at, at + size))
  return Readable.from(chunks)
}

describe('searching a log', () => {
  const text = 'start\nAn ERROR here\nfine\nerror, error again\nlast without end: Fehler Ärger'

  test.each(CUTS)('finds lines without regard to case, each once, in chunks of %i bytes', async (size) => {
    expect(await searchLog(cut(text, size), 'error')).toEqual({
      hits: [
        { line: 1, offset: 6, text: 'An ERROR here' },
        { line: 3, offset: 25, text: 'error, error again' },
      ],
      more: false,
    })
  })

  test.each(CUTS)('finds text that is not ASCII, in chunks of %i bytes', async (size) => {
    const { hits } = await searchLog(cut(text, size), 'ärger')
    expect(hits.map(({ line }) => line)).toEqual([4])
  })

  test('finds a text without any ASCII letter as it was typed', async () => {
    expect((await searchLog(cut('훈련 시작\n', 3), '훈련')).hits).toHaveLength(1)
    expect((await searchLog(cut('ÄÖ\n', 3), 'ÄÖ')).hits).toHaveLength(1)
  })

  test('takes no other character for one whose bytes look alike when folded', async () => {
    // as single bytes C3 A9 and E3 A9 fold to the same
    const bytes = Readable.from([Buffer.from([0xe3, 0xa9, 0x80, 10])])
    expect((await searchLog(bytes, 'é')).hits).toHaveLength(0)
  })

  test('stops at the limit and says that there are more', async () => {
    const found = await searchLog(cut('hit\n'.repeat(30), 11), 'hit', { ...SEARCH_LIMITS, hits: 10 })
    expect(found.hits).toHaveLength(10)
    expect(found.more).toBe(true)
    const all = await searchLog(cut('hit\n'.repeat(10), 11), 'hit', { ...SEARCH_LIMITS, hits: 10 })
    expect(all).toMatchObject({ more: false })
    expect(all.hits).toHaveLength(10)
  })

  test('ends when its time is up', async () => {
    const found = await searchLog(cut('x\n'.repeat(1000), 10), 'hit', { hits: 10, milliseconds: -1 })
    expect(found).toEqual({ hits: [], more: true })
  })

  test('ends when its time is up within one chunk', async () => {
    const chunk = Buffer.from('hit\n'.repeat(500_000))
    const found = await searchLog(Readable.from([chunk]), 'hit', { hits: 1_000_000, milliseconds: -1 })
    expect(found.more).toBe(true)
    expect(found.hits.length).toBeLessThan(10)
  })

  test('comes to an end with a text that begins with a newline', async () => {
    expect(await searchLog(cut('one\ntwo\n\n', 65_536), '\n')).toEqual({ hits: [], more: false })
  })

  test('finds a text across the pieces of one endless line, and shows what is around it', async () => {
    const before = 'a'.repeat(3 * 1024 * 1024)
    const { hits } = await searchLog(cut(`first\n${before}NEEDLE${'b'.repeat(5000)}`, 65_536), 'needle')
    expect(hits).toHaveLength(1)
    expect(hits[0]).toMatchObject({ line: 1, offset: 6 })
    expect(hits[0]?.text).toContain('NEEDLE')
    expect(hits[0]?.text.length).toBeLessThanOrEqual(400)
  })
})
