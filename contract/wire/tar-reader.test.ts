import { Buffer } from 'node:buffer'
import { describe, expect, test } from 'vitest'
import { base256, octal, paxOf, paxRecord, type RawEntry, rawEntry, rawTar } from '../testing/tars.ts'
import { watchTarHeaders } from './tar-reader.ts'

/** The sentence that refuses the archive, or null if it passes. */
function refusalOf(tar: Buffer, chunkSize = 16 * 1024): string | null {
  let refusal: string | null = null
  const watch = watchTarHeaders((what) => {
    refusal = what
    throw new Error(what)
  })
  try {
    for (let at = 0; at < tar.length; at += chunkSize) watch(tar.subarray(at, at + chunkSize))
  } catch (error) {
    if (refusal === null) throw error
  }
  return refusal
}

const KIB = 1024
const tooLong = 'holds a tar header of more than 64 KiB, which extended attributes can cause'
const damaged = 'is damaged (a tar header has an invalid size)'
const file: RawEntry = { name: 'train.py', content: 'print(1)' }
/** A header that is refused as such, and passes as the content of a file. */
const trap = rawEntry({ type: 'x', content: 'c'.repeat(64 * KIB + 1) })

describe('accepts archives of honest tools', () => {
  const honest: [what: string, ...RawEntry[]][] = [
    ['files and folders', { type: '5', name: 'data/' }, file],
    ['the commit of git archive', { type: 'g', content: paxRecord('comment', 'a'.repeat(40)) }, file],
    ['a global header of 1 KiB', { type: 'g', content: paxOf(KIB) }, file],
    ['a pax header of 64 KiB', { type: 'x', content: paxOf(64 * KIB) }, file],
    ['a long name of GNU', { type: 'L', content: `${'n'.repeat(300)}\0` }, file],
    ['a file that looks like a hostile archive', { content: trap }, file],
    ['a folder that is said to have a size', { type: '5', name: 'data/', size: octal(4096) }, file],
    ['a size in base 256', { content: trap, size: base256(trap.length) }, file],
    [
      'a size in a pax header',
      { type: 'x', content: paxRecord('size', `${trap.length}`) },
      { content: trap, size: octal(0) },
      file,
    ],
  ]
  test.each(honest)('%s', (_, ...entries) => {
    expect(refusalOf(rawTar(...entries))).toBeNull()
  })

  test('10,000 entries with two headers each, and an end of 1 MiB', () => {
    const pair = Buffer.concat([rawEntry({ type: 'x', content: paxRecord('path', 'a') }), rawEntry(file)])
    const tar = Buffer.concat([...Array.from({ length: 10_000 }, () => pair), Buffer.alloc(KIB * KIB)])
    expect(refusalOf(tar)).toBeNull()
  })
})

describe('refuses archives that cost more than any honest one', () => {
  test('a global header of more than 1 KiB', () => {
    const refusal = refusalOf(rawTar({ type: 'g', content: paxOf(KIB + 1) }, file))
    expect(refusal).toBe('holds a tar header of more than 1 KiB, which extended attributes can cause')
  })

  test.each(['x', 'L', 'K', 'N'])('a header %s of more than 64 KiB', (type) => {
    expect(refusalOf(rawTar({ type, content: paxOf(64 * KIB + 1) }, file))).toBe(tooLong)
  })

  test('more than 16 MiB of headers that are not too long', () => {
    const header = rawEntry({ type: 'x', content: paxOf(64 * KIB) })
    const headers = (count: number) => Buffer.concat(Array.from({ length: count }, () => header))
    expect(refusalOf(headers(256))).toBeNull()
    expect(refusalOf(headers(257))).toBe(
      'holds more than 16 MiB of tar headers, which extended attributes can cause',
    )
  })

  test.each([
    ['of files', rawEntry({})],
    ['of headers for nothing', rawEntry({ type: 'x', content: paxRecord('a', '') })],
    ['that are empty', Buffer.alloc(512)],
  ])('more than 30,000 headers %s', (_, header) => {
    const headers = (count: number) => Buffer.concat(Array.from({ length: count }, () => header))
    expect(refusalOf(headers(30_000))).toBeNull()
    expect(refusalOf(headers(30_001))).toBe('holds more than 30,000 tar headers')
  })
})

describe('finds every hidden header', () => {
  const sizeOf = (size: number | string) => ({ type: 'x', content: paxRecord('size', `${size}`) })
  const globalSize = (size: number) => ({ type: 'g', content: paxRecord('size', `${size}`) })
  const hiding: [what: string, ...RawEntry[]][] = [
    ['a pax header that says the file has no content', sizeOf(0), { content: trap }],
    [
      'a pax header that says less than there is',
      sizeOf(512),
      { content: Buffer.concat([Buffer.alloc(512), trap]) },
    ],
    ['the last of two pax headers', sizeOf(trap.length), sizeOf(0), { content: trap }],
    [
      'the last size of a pax header',
      { type: 'x', content: sizeOf(9).content + sizeOf(0).content },
      { content: trap },
    ],
    ['a global header before a pax header', globalSize(0), { type: 'x', content: 'none' }, { content: trap }],
    ['a global header without a pax header', globalSize(trap.length), { size: octal(0), content: trap }],
    ['a pax header that was for the file before', sizeOf(8), file, { size: octal(0), content: trap }],
    ['an empty size in a pax header', sizeOf(''), { size: octal(0), content: trap }],
    [
      'a pax header whose record goes back',
      { type: 'x', content: '8 a=bcd\n-999 size=9999\n' },
      { size: octal(0), content: trap },
    ],
    ['a folder that is said to have a size', { type: '5', size: octal(trap.length), content: trap }],
  ]
  test.each(hiding)('%s', (_, ...entries) => {
    expect(refusalOf(rawTar(...entries))).toBe(tooLong)
  })

  test.each([1, 7, 511, 512, 513, 100_000])('chunks of %d bytes', (chunkSize) => {
    expect(refusalOf(rawTar(file, { content: trap }), chunkSize)).toBeNull()
    expect(refusalOf(Buffer.concat([rawTar(file, { content: trap }), trap]), chunkSize)).toBe(tooLong)
  })
})

describe('refuses a size that cannot be followed', () => {
  const broken: [what: string, ...RawEntry[]][] = [
    ['of no known notation', { size: Buffer.alloc(12, 0x81) }],
    ['below nothing', { size: Buffer.from('-0000000010\0') }],
    ['that is no number', { size: Buffer.from('many many  \0') }],
    ['of nothing for a pax header', { type: 'x' }, file],
    ['beyond all numbers', { type: 'x', content: paxRecord('size', '9'.repeat(400)) }, file],
    ['below nothing in a pax header', { type: 'x', content: paxRecord('size', '-9') }, file],
  ]
  test.each(broken)('%s', (_, ...entries) => {
    expect(refusalOf(rawTar(...entries))).toBe(damaged)
  })

  test('but leaves data that is not a tar to the parser', () => {
    expect(refusalOf(Buffer.alloc(4096, 'x'))).toBeNull()
  })
})
