import { once } from 'node:events'
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { createMemoryStore } from '@podium/storage/memory.ts'
import { fileHandlePrototype, openFilesBelow, showsOpenFiles } from '@podium/storage/testing/open-files.ts'
import { pack } from 'tar-stream'
import { expect, test, vi } from 'vitest'
import { addObjects } from './add-to-export.ts'
import { openCopies } from './copies.ts'

test.skipIf(!showsOpenFiles)('closes the record of copies if it cannot be written', async () => {
  const home = await realpath(await mkdtemp(join(tmpdir(), 'podium-copies-')))
  const full = new Error('The disk is full.')
  const write = vi.spyOn(await fileHandlePrototype(), 'write').mockRejectedValueOnce(full)
  await expect(openCopies(home, 'here', 'there')).rejects.toThrow('The disk is full.')
  write.mockRestore()
  expect(await openFilesBelow(home)).toEqual([])
  await rm(home, { recursive: true })
})

test('closes an object that an export no longer accepts', async () => {
  const body = Readable.from([Buffer.from('one')])
  const opened = { path: 'a', size: 3, etag: '1', modified_at: new Date(0).toISOString(), stream: body }
  const objects = { ...createMemoryStore(), open: async () => opened }
  const archive = pack()
  archive.destroy()
  await once(archive, 'close')
  const all = Readable.from([{ bucket: 'lab', path: 'a' }])
  await expect(addObjects(archive, objects, all, tmpdir())).rejects.toThrow()
  expect(body.destroyed).toBe(true)
})
