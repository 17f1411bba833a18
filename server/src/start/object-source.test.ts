import { StartRefused } from '@podium/engines/engine.ts'
import { createMemoryStore } from '@podium/storage/memory.ts'
import { expect, test } from 'vitest'
import { objectSource } from './object-source.ts'

test('a name that no object can have ends a start, while a missing object has its code', async () => {
  const store = createMemoryStore()
  await store.makeBucket('poc')
  const source = objectSource(store)
  await expect(source.open('poc', 'ai-solutions/none/')).rejects.toThrow(StartRefused)
  await expect(source.open('poc', 'none.tar.gz')).rejects.toMatchObject({ code: 'ENOENT' })
})
