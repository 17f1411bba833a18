import { once } from 'node:events'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { createGunzip } from 'node:zlib'
import { waitFor } from '@podium/database/testing/wait-for.ts'
import { extract } from 'tar-stream'
import { expect, test } from 'vitest'
import { type Member, packed } from './archive.ts'

function member(name: string, text: string, size = Buffer.byteLength(text)): Member {
  return {
    name,
    size,
    modified_at: '2026-11-20T09:31:00.000Z',
    open: async () => Readable.from([Buffer.from(text)]),
  }
}

async function unpacked(archive: Readable): Promise<Record<string, string>> {
  const files: Record<string, string> = {}
  const tar = extract()
  archive.pipe(createGunzip()).pipe(tar)
  for await (const entry of tar) files[entry.header.name] = await text(entry as unknown as Readable)
  return files
}

test('packs many files, also empty and large ones, in order', async () => {
  const large = 'x'.repeat(300_000)
  const members = [member('a.txt', 'one'), member('deep/empty', ''), member('deep/large', large)]
  expect(await unpacked(packed(members))).toEqual({ 'a.txt': 'one', 'deep/empty': '', 'deep/large': large })
  expect(await unpacked(packed([]))).toEqual({})
})

test('a file of another size than declared breaks the archive off rather than corrupting it', async () => {
  await expect(text(packed([member('a.txt', 'one', 5)]))).rejects.toThrow()
})

test('a file that keeps growing is cut at its listed size, and closed', async () => {
  const endless = new Readable({
    read() {
      this.push(Buffer.alloc(100_000, 'x'))
    },
  })
  const log = { ...member('log', '', 250_000), mayChange: true, open: async () => endless }
  const files = await unpacked(packed([log, member('b.txt', 'two')]))
  expect(files).toEqual({ log: 'x'.repeat(250_000), 'b.txt': 'two' })
  expect(endless.destroyed).toBe(true)
})

test('a file that shrank is filled up with zero bytes, however many', async () => {
  const shrunk = { ...member('log', 'one', 250_000), mayChange: true }
  expect(await unpacked(packed([shrunk, member('b.txt', 'two')]))).toEqual({
    log: `one${'\0'.repeat(249_997)}`,
    'b.txt': 'two',
  })
})

test('a file that is gone by its turn is left out', async () => {
  const gone: Member = { ...member('a.txt', 'one'), open: async () => null }
  expect(await unpacked(packed([gone, member('b.txt', 'two')]))).toEqual({ 'b.txt': 'two' })
})

test('a file that cannot be opened breaks the archive off', async () => {
  const lost: Member = { ...member('a.txt', 'one'), open: () => Promise.reject(new Error('gone')) }
  await expect(text(packed([lost]))).rejects.toThrow('gone')
})

test('closes the file that is being packed when the reader leaves', async () => {
  const endless = new Readable({
    read() {
      this.push(Buffer.alloc(100_000))
    },
  })
  const archive = packed([{ ...member('log', '', 10 ** 9), open: async () => endless }])
  for await (const _ of archive) break
  await waitFor(() => expect(endless.destroyed).toBe(true))
})

test('closes a file that is opened after the reader has left', async () => {
  const body = Readable.from([Buffer.from('one')])
  let answer = (_: Readable) => {}
  const opening = new Promise<Readable>((resolve) => {
    answer = resolve
  })
  const archive = packed([{ ...member('a.txt', 'one'), open: () => opening }])
  archive.destroy()
  await once(archive, 'close')
  answer(body)
  await waitFor(() => expect(body.destroyed).toBe(true))
})
