import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { paxOf, paxRecord, type RawEntry, rawEntry, rawTar } from '@podium/contract/testing/tars.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { StartRefused } from '../engine.ts'
import { unpackArchive } from './unpack.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'podium-unpack-headers-'))
})
afterEach(() => rm(folder, { recursive: true }))

function unpack(tar: Buffer): Promise<void> {
  const signal = new AbortController().signal
  const archive = Readable.from([gzipSync(tar)])
  return unpackArchive(archive, folder, { name: 'source.tar.gz', limit: 2 ** 30, signal })
}

const refused = (what: string) =>
  new StartRefused(`The archive \`source.tar.gz\` ${what}: pack it again and upload it.`)

const file: RawEntry = { name: 'train.py', content: 'print(1)' }
const longName = 'n'.repeat(200)

describe('headers that honest tools write', () => {
  const honest: [what: string, name: string, ...RawEntry[]][] = [
    ['git archive', 'train.py', { type: 'g', content: paxRecord('comment', 'a'.repeat(40)) }, file],
    ['GNU tar with a long name', longName, { type: 'L', content: `${longName}\0` }, file],
    ['pax with a long name', longName, { type: 'x', content: paxRecord('path', longName) }, file],
    ['pax with a size', 'train.py', { type: 'x', content: paxRecord('size', '8') }, file],
  ]
  test.each(honest)('such as %s', async (_, name, ...entries) => {
    await unpack(rawTar(...entries))
    expect(await readdir(folder)).toEqual([name])
  })
})

describe('headers that cost more than they are worth are refused', () => {
  test('a global one of more than 1 KiB, which every later one would be read with', async () => {
    const unpacking = unpack(rawTar({ type: 'g', content: paxOf(1025) }, file))
    const what = 'holds a tar header of more than 1 KiB, which extended attributes can cause'
    await expect(unpacking).rejects.toEqual(refused(what))
  })

  test.each(['x', 'L', 'K'])('one of type %s of more than 64 KiB', async (type) => {
    const unpacking = unpack(rawTar({ type, content: paxOf(64 * 1024 + 1) }, file))
    const what = 'holds a tar header of more than 64 KiB, which extended attributes can cause'
    await expect(unpacking).rejects.toEqual(refused(what))
  })

  test('more than 30,000 empty blocks after the files', async () => {
    const unpacking = unpack(Buffer.concat([rawTar(file), Buffer.alloc(30_000 * 512)]))
    await expect(unpacking).rejects.toEqual(refused('holds more than 30,000 tar headers'))
  })

  test('more than a hundred times the size of the archive, even if no file is large', async () => {
    const header = rawEntry({ type: 'x', content: paxOf(64 * 1024) })
    const headers = Array.from({ length: 256 }, () => header)
    const unpacking = unpack(Buffer.concat([...headers, rawTar(file)]))
    await expect(unpacking).rejects.toEqual(refused('unpacks to more than 100 times its size'))
  })

  test('one with a size in an unknown notation, which would be awaited forever', async () => {
    const unpacking = unpack(rawTar({ ...file, size: Buffer.alloc(12, 0x81) }))
    await expect(unpacking).rejects.toEqual(refused('is damaged (a tar header has an invalid size)'))
  })
})
