import { Readable } from 'node:stream'
import { Failure } from '@podium/contract/rules/errors.ts'
import { createMemoryEngine } from '@podium/engines/memory.ts'
import { expect, test } from 'vitest'
import { storeWhereRoomIs } from './room.ts'

const MIB = 1024 ** 2
const CHUNK = Buffer.alloc(MIB)

/** A disk with this much room above its reserve, on which each stored byte takes a byte. */
function diskWith(room: number) {
  const engine = createMemoryEngine()
  const disk = { free: 256 * MIB + room, total: 900 * MIB, reserve: 256 * MIB }
  engine.setDisk(disk)
  const store = async (body: Readable) => {
    for await (const chunk of body) disk.free -= chunk.length
  }
  const upload = (mib: number, bytes: number | null = null) => {
    const body = Readable.from(Array.from({ length: mib }, () => CHUNK))
    return { body, done: storeWhereRoomIs({ engine }, { body, bytes }, store) }
  }
  return { disk, upload }
}

test('lets simultaneous uploads use the space above the reserve, and at most a piece of the reserve each', async () => {
  const { disk, upload } = diskWith(61 * MIB)
  const ended = await Promise.allSettled([50, 50, 50, 50].map((mib) => upload(mib, mib * MIB).done))
  expect(ended.map(({ status }) => status)).toContain('rejected')
  expect(disk.free).toBeGreaterThanOrEqual(disk.reserve - 4 * CHUNK.length)
})

test('ends an upload when others fill the disk, and leaves its body open for the answer', async () => {
  const { disk, upload } = diskWith(100 * MIB)
  const { body, done } = upload(50)
  disk.free = 199 * MIB
  await expect(done).rejects.toThrow(Failure)
  expect(body.destroyed).toBe(false)
})

test('refuses an upload announced as larger than the room before reading it', async () => {
  const { upload } = diskWith(10 * MIB)
  const { body, done } = upload(11, 11 * MIB)
  await expect(done).rejects.toMatchObject({
    detail: expect.stringContaining(
      'The disk is full: 266 MiB of 900 MiB are free, and the server keeps 256 MiB for itself.',
    ),
  })
  expect(body.readableDidRead).toBe(false)
})
