import { appendFile, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { createMemoryStore } from '@podium/storage/memory.ts'
import type { ObjectStore } from '@podium/storage/object-store.ts'
import { beforeEach, expect, test } from 'vitest'
import { openCopies } from './copies.ts'
import { moveObjects } from './move-objects.ts'

let home: string
let here: ObjectStore
let there: ObjectStore
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'podium-move-'))
  here = createMemoryStore()
  there = createMemoryStore()
  await here.makeBucket('lab')
  return () => rm(home, { recursive: true })
})

const put = (store: ObjectStore, path: string, content = path) =>
  store.put('lab', path, Readable.from([Buffer.from(content)]), { replace: true })

/** Moves from one place to the other; with `back` in the opposite direction. */
async function move({ buckets = ['lab'], back = false, signal = new AbortController().signal } = {}) {
  const [from, to] = back ? [there, here] : [here, there]
  const copies = await openCopies(home, back ? 'there' : 'here', back ? 'here' : 'there')
  return moveObjects({ from, to, buckets, copies, signal }).finally(() => copies.close())
}

async function contents(store: ObjectStore): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for await (const { path } of store.list('lab', '')) {
    const opened = await store.open('lab', path)
    found[path] = opened ? await text(opened.stream) : ''
  }
  return found
}

test('neither sends nor reads existing objects again, in either direction', async () => {
  for (const path of ['a', 'b/c', 'b/d']) await put(here, path)
  expect(await move()).toEqual({ copied: 3, bytes: 7, same: 0, removed: 0 })
  const unread = { ...there, open: () => Promise.reject(new Error('It was read.')) }
  const { open } = there
  there.open = unread.open
  expect(await move()).toEqual({ copied: 0, bytes: 0, same: 3, removed: 0 })
  expect(await move({ back: true })).toEqual({ copied: 0, bytes: 0, same: 3, removed: 0 })
  there.open = open
})

test('brings new, changed and removed objects in a later move', async () => {
  for (const path of ['changed', 'file', 'folder/a', 'gone', 'kept']) await put(here, path)
  await move()
  for (const path of ['file', 'folder/a', 'gone']) await here.remove('lab', path)
  await put(here, 'changed', 'CHANGED')
  await put(here, 'file/below')
  await put(here, 'folder')
  expect(await move()).toMatchObject({ copied: 3, same: 1, removed: 3 })
  expect(await contents(there)).toEqual(await contents(here))
})

test('also removes the bucket of a deleted workspace', async () => {
  await put(here, 'a')
  await move()
  expect(await move({ buckets: [] })).toMatchObject({ copied: 0, removed: 1 })
  expect(await there.bucketExists('lab')).toBe(false)
})

test('compares files that no move brought, and refuses those missing here', async () => {
  await there.makeBucket('lab')
  for (const store of [here, there]) await put(store, 'same')
  await put(here, 'other', 'here!')
  await put(there, 'other', 'there')
  expect(await move()).toMatchObject({ copied: 1, same: 1 })
  await put(there, 'strange')
  await put(here, 'new')
  await expect(move()).rejects.toThrow('The target already holds lab/strange, which is not in Podium.')
  expect(await contents(there)).toEqual({ same: 'same', other: 'here!', strange: 'strange' })
})

test('uses the record of a killed move except its half line', async () => {
  await put(here, 'a')
  await move()
  const [file = ''] = await readdir(home)
  await appendFile(join(home, file), '["lab","b",["m1"')
  await put(here, 'b')
  expect(await move()).toMatchObject({ copied: 1, same: 1 })
  expect(await move()).toMatchObject({ copied: 0, same: 2 })
})

test('leaves objects that change or go while they are read to the next move', async () => {
  await put(here, 'a')
  const { put: place } = there
  there.put = async () => {
    await put(here, 'a', 'anew')
    throw new Error('The object store stopped in the middle of an object.')
  }
  expect(await move()).toMatchObject({ copied: 0, same: 0 })
  there.put = place
  await move()
  expect(await contents(there)).toEqual({ a: 'anew' })
})

test('ends if an object arrives changed, or if a place fails', async () => {
  await put(here, 'a')
  const { put: place } = there
  there.put = (bucket, path, _body, options) =>
    place(bucket, path, Readable.from([Buffer.from('?')]), options)
  await expect(move()).rejects.toThrow('lab/a was not copied correctly. Run this again.')
  there.put = () => Promise.reject(new Error('full'))
  await expect(move()).rejects.toThrow('full')
})

test('says that a stopped move can be continued', async () => {
  await put(here, 'a')
  await expect(move({ signal: AbortSignal.abort() })).rejects.toThrow(
    'it continues with what is not copied yet',
  )
})
