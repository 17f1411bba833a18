import { once } from 'node:events'
import { mkdtemp, realpath, rm, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createDirectoryStore } from './directory.ts'
import type { ByteRange, ObjectStore } from './object-store.ts'
import { fileHandlePrototype, openFilesBelow, showsOpenFiles } from './testing/open-files.ts'

const SIZE = 1_000_000

describe.skipIf(!showsOpenFiles)('the file of an opened object', () => {
  let root: string
  let store: ObjectStore

  beforeEach(async () => {
    root = await realpath(await mkdtemp(join(tmpdir(), 'podium-open-')))
    store = createDirectoryStore({ root })
    await store.makeBucket('poc')
    await store.put('poc', 'a', Readable.from([Buffer.alloc(SIZE)]))
    return () => rm(root, { recursive: true })
  })

  async function streamOf(range?: ByteRange): Promise<Readable> {
    const opened = await store.open('poc', 'a', range)
    if (!opened) throw new Error('The object is gone.')
    return opened.stream
  }

  test('is open until the stream is read or destroyed', async () => {
    const stream = await streamOf()
    expect(await openFilesBelow(root)).toEqual([join(root, 'poc', 'a')])
    expect(await buffer(stream)).toHaveLength(SIZE)
    expect(await openFilesBelow(root)).toEqual([])
  })

  test('is closed when the stream is destroyed before anything was read', async () => {
    const stream = await streamOf()
    stream.destroy()
    await once(stream, 'close')
    expect(await openFilesBelow(root)).toEqual([])
  })

  test('is closed when a reader stops half-way', async () => {
    const stream = await streamOf()
    // The stream also emits an error when the loop ends, which would reject `once`.
    const closed = new Promise((resolve) => stream.once('close', resolve))
    for await (const chunk of stream) {
      expect(chunk.length).toBeLessThan(SIZE)
      break
    }
    await closed
    expect(await openFilesBelow(root)).toEqual([])
  })

  test('is closed when reading fails', async () => {
    const prototype = await fileHandlePrototype()
    const stream = await streamOf()
    const read = vi.spyOn(prototype, 'read').mockRejectedValue(new Error('The disk is broken.'))
    await expect(buffer(stream)).rejects.toThrow('The disk is broken.')
    read.mockRestore()
    expect(await openFilesBelow(root)).toEqual([])
  })

  test('is closed when it became shorter while it was read', async () => {
    const stream = await streamOf()
    await truncate(join(root, 'poc', 'a'), 10)
    expect(await buffer(stream)).toHaveLength(10)
    expect(await openFilesBelow(root)).toEqual([])
  })

  test('is closed when the range holds no bytes', async () => {
    expect(await buffer(await streamOf({ from: SIZE }))).toHaveLength(0)
    expect(await openFilesBelow(root)).toEqual([])
  })

  test('is closed when its size cannot be read', async () => {
    const prototype = await fileHandlePrototype()
    const stat = vi.spyOn(prototype, 'stat').mockRejectedValueOnce(new Error('The disk is broken.'))
    await expect(store.open('poc', 'a')).rejects.toThrow('The disk is broken.')
    stat.mockRestore()
    expect(await openFilesBelow(root)).toEqual([])
  })
})
