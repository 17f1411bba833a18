import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cutAtLines, type Piece } from './log-cutter.ts'

/** Feeds the bytes in chunks of the given sizes, in turn, and returns all pieces. */
function piecesOf(bytes: Buffer, sizes: number[], from = 0): Piece[] {
  const cutter = cutAtLines(from)
  const pieces: (Piece | null)[] = []
  for (let at = 0, round = 0; at < bytes.length; round += 1) {
    const size = sizes[round % sizes.length] ?? 1
    pieces.push(cutter.take(bytes.subarray(at, at + size)))
    at += size
  }
  pieces.push(cutter.rest())
  return pieces.filter((piece) => piece !== null)
}

test('returns whole lines, and the rest when the log ends', () => {
  expect(piecesOf(Buffer.from('one\ntwo\nthr'), [5], 100)).toEqual([
    { from: 100, to: 104, text: 'one\n' },
    { from: 104, to: 108, text: 'two\n' },
    { from: 108, to: 111, text: 'thr' },
  ])
})

test('loses and changes nothing, whatever the bytes and chunks are', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 200 }),
      fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 5 }),
      (text, sizes) => {
        const bytes = Buffer.from(text)
        const pieces = piecesOf(bytes, sizes)
        expect(pieces.map((piece) => piece.text).join('')).toBe(bytes.toString())
        expect(pieces.at(-1)?.to ?? 0).toBe(bytes.length)
      },
    ),
  )
})

test('returns a line without end in pieces, never cut inside a character', () => {
  const bytes = Buffer.from(`x${'ä€😀'.repeat(20_000)}`)
  const pieces = piecesOf(bytes, [65_537])
  expect(pieces.length).toBeGreaterThan(1)
  expect(pieces.map((piece) => piece.text).join('')).toBe(bytes.toString())
})
