import { once } from 'node:events'
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { fileHandlePrototype, openFilesBelow, showsOpenFiles } from '@podium/storage/testing/open-files.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { followLog, openLogFile } from './logs.ts'
import { openOutputFile } from './outputs.ts'

const SIZE = 1_000_000

describe.skipIf(!showsOpenFiles)('the file', () => {
  let root: string
  let path: string
  beforeEach(async () => {
    root = await realpath(await mkdtemp(join(tmpdir(), 'podium-open-')))
    path = join(root, 'file')
    await writeFile(path, Buffer.alloc(SIZE))
    return () => rm(root, { recursive: true })
  })

  const logFile = () => ({ path, root, uid: null })

  describe.each([
    ['of a log', async (from?: number) => (await openLogFile(logFile(), { from: from ?? 0 }))?.stream],
    ['of an output', (from?: number) => openOutputFile(root, 'file', null, from)],
  ])('%s', (_, open: (from?: number) => Promise<Readable | undefined>) => {
    async function opened(): Promise<Readable> {
      const stream = await open()
      if (!stream) throw new Error('The file is gone.')
      return stream
    }

    test('is closed when the stream is destroyed before anything was read', async () => {
      const stream = await opened()
      expect(await openFilesBelow(root)).toEqual([path])
      stream.destroy()
      await once(stream, 'close')
      expect(await openFilesBelow(root)).toEqual([])
    })

    test('is closed when a reader stops half-way', async () => {
      const stream = await opened()
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
      const stream = await opened()
      const read = vi
        .spyOn(await fileHandlePrototype(), 'read')
        .mockRejectedValue(new Error('The disk is broken.'))
      await expect(buffer(stream)).rejects.toThrow('The disk is broken.')
      read.mockRestore()
      expect(await openFilesBelow(root)).toEqual([])
    })

    test('is closed when there is nothing to read', async () => {
      expect(await (await open(SIZE))?.toArray()).toEqual([])
      expect(await openFilesBelow(root)).toEqual([])
    })
  })

  test('is closed when the size of a log cannot be read', async () => {
    const prototype = await fileHandlePrototype()
    const { stat: real } = prototype
    const stat = vi.spyOn(prototype, 'stat')
    // The first call checks the owner of the file.
    stat.mockImplementationOnce(real).mockRejectedValueOnce(new Error('The disk is broken.'))
    await expect(openLogFile(logFile())).rejects.toThrow('The disk is broken.')
    stat.mockRestore()
    expect(await openFilesBelow(root)).toEqual([])
  })

  test('is closed when the reader of a followed log leaves', async () => {
    const never = async () => false
    for await (const { bytes } of followLog(logFile(), 0, never, new AbortController().signal)) {
      expect(bytes.length).toBeLessThan(SIZE)
      expect(await openFilesBelow(root)).toEqual([path])
      break
    }
    expect(await openFilesBelow(root)).toEqual([])
  })
})
