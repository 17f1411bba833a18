import { mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { StartRefused } from '../engine.ts'
import { type ArchiveEntry, archiveOf } from '../testing/archives.ts'
import { unpackArchive } from './unpack.ts'

let parent: string
let folder: string

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'podium-unpack-'))
  folder = join(parent, 'a', 'b')
  await mkdir(folder, { recursive: true })
})
afterEach(() => rm(parent, { recursive: true }))

function unpack(bytes: Buffer, limit = 10 * 2 ** 20): Promise<void> {
  const signal = new AbortController().signal
  return unpackArchive(Readable.from([bytes]), folder, { name: 'source.tar.gz', limit, signal })
}

async function refused(bytes: Buffer, limit?: number): Promise<string> {
  const error = await unpack(bytes, limit).then(
    () => null,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(StartRefused)
  return (error as StartRefused).message
}

describe('an honest archive', () => {
  test('is unpacked with its folders and executable bits', async () => {
    const entries = [
      { name: './', type: 'directory' },
      { name: './train.py', content: 'print(1)' },
      { name: 'bin/run.sh', content: '#!/bin/sh', mode: 0o755 },
      { name: 'empty/', type: 'directory' },
    ] satisfies ArchiveEntry[]
    await unpack(await archiveOf(entries))
    expect((await readdir(folder)).sort()).toEqual(['bin', 'empty', 'train.py'])
    expect(await readFile(join(folder, 'train.py'), 'utf8')).toBe('print(1)')
    expect((await stat(join(folder, 'bin/run.sh'))).mode & 0o777).toBe(0o700)
    expect((await stat(join(folder, 'train.py'))).mode & 0o777).toBe(0o600)
  })

  test('may contain data that compresses well, up to a point', async () => {
    await unpack(await archiveOf([{ name: 'zeros', content: Buffer.alloc(8 * 2 ** 20) }]))
    expect((await stat(join(folder, 'zeros'))).size).toBe(8 * 2 ** 20)
  })
})

describe('a hostile archive is refused', () => {
  const outside = ['../evil', 'a/../../evil', '/evil', 'a/..', './../../evil']
  test.each(outside)('with the name %s', async (name) => {
    expect(await refused(await archiveOf([{ name, content: 'x' }]))).toContain('outside its folder')
    expect(await readdir(join(parent, 'a'))).toEqual(['b'])
  })

  const links = ['symlink', 'link', 'fifo', 'character-device', 'block-device'] as const
  test.each(links)('with a %s', async (type) => {
    const entries = [
      { name: 'way', type, linkname: '/etc' },
      { name: 'way/passwd', content: 'x' },
    ]
    expect(await refused(await archiveOf(entries))).toContain('neither a file nor a folder')
  })

  test('with a file where a folder must be', async () => {
    const entries = [
      { name: 'a', content: 'x' },
      { name: 'a/b', content: 'x' },
    ]
    expect(await refused(await archiveOf(entries))).toContain('names that cannot be unpacked')
  })

  test('with more than 10000 files', async () => {
    const header = gunzipSync(await archiveOf([{ name: 'again/', type: 'directory' }])).subarray(0, 512)
    const many = gzipSync(Buffer.concat(Array.from({ length: 10_001 }, () => header)))
    expect(await refused(many)).toContain('more than 10000 files')
  })

  test('if it unpacks to more than the limit', async () => {
    const bytes = await archiveOf([{ name: 'large', content: Buffer.alloc(2 ** 20, 'ab') }])
    expect(await refused(bytes, 2 ** 19)).toContain('unpacks to more than 512 KiB')
  })

  test('if it unpacks to more than a hundred times its size, long before all of it is written', async () => {
    const bytes = await archiveOf([{ name: 'bomb', content: Buffer.alloc(64 * 2 ** 20) }])
    expect(await refused(bytes, 2 ** 30)).toContain('more than 100 times its size')
    expect((await stat(join(folder, 'bomb'))).size).toBeLessThan(32 * 2 ** 20)
  })
})

describe('a broken archive is refused', () => {
  test('if it is not compressed at all', async () => {
    expect(await refused(Buffer.from('print(1)'))).toContain('is not a complete tar.gz file')
  })

  test('if it is cut off', async () => {
    const noise = Buffer.from(Array.from({ length: 50_000 }, (_, index) => (index * 7919) % 251))
    const whole = await archiveOf([{ name: 'noise', content: noise }])
    expect(await refused(whole.subarray(0, whole.length / 2))).toContain('is not a complete tar.gz file')
  })

  test('if it is compressed but not a tar', async () => {
    expect(await refused(gzipSync(Buffer.alloc(4096, 'x')))).toContain('is not a complete tar.gz file')
  })
})
