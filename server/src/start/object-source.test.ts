import { StartRefused } from '@podium/engines/engine.ts'
import { createMemoryStore } from '@podium/storage/memory.ts'
import { ObjectUnreadable } from '@podium/storage/object-store.ts'
import { expect, test } from 'vitest'
import { inputAddress, objectSource } from './object-source.ts'

test('ends a start for an impossible object name, but reports a missing object by its code', async () => {
  const store = createMemoryStore()
  await store.makeBucket('poc')
  const source = objectSource(store)
  await expect(source.open('poc', 'ai-solutions/none/')).rejects.toThrow(StartRefused)
  await expect(source.open('poc', 'none.tar.gz')).rejects.toMatchObject({ code: 'ENOENT' })
})

test('ends a start with the reason if the store does not deliver an object', async () => {
  const store = createMemoryStore()
  await store.makeBucket('poc')
  const reason =
    'The object store does not give this file (409 BrokenMPU): restore it there, or upload it again.'
  const source = objectSource({
    ...store,
    async open() {
      throw new ObjectUnreadable(reason)
    },
  })
  await expect(source.open('poc', 'uploads/a.csv')).rejects.toThrow(
    new StartRefused(`uploads/a.csv: ${reason}`),
  )
})

test('lets a pod read stored content from the store, and possibly changed content through the server', async () => {
  const direct = { download: async (_: string, path: string) => `https://store/${path}` }
  const [stored, adopted] = ['data-sets/v/name/stored.csv', 'data-sets/v/name/adopted.csv']
  const file = { path: 'a.csv', size: 1, bucket: 'poc' }
  const addressOf = inputAddress(
    { direct },
    {
      list: () => null,
      async find(_, path) {
        if (path === stored) return { ...file, object: 'blobs/ab/c', etag: null }
        if (path === adopted) return { ...file, object: 'datasets/name/adopted.csv', etag: 'as it was' }
        return path.startsWith('data-sets/') ? 'missing' : null
      },
    },
  )
  expect(await addressOf?.('poc', 'data/a.csv')).toBe('https://store/data/a.csv')
  expect(await addressOf?.('poc', stored)).toBe('https://store/blobs/ab/c')
  expect(await addressOf?.('poc', adopted)).toBeNull()
  expect(await addressOf?.('poc', 'data-sets/v/name/none.csv')).toBeNull()
})
