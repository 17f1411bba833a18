import { Readable } from 'node:stream'
import { tooLittleRoom } from '@podium/contract/rules/disk-space.ts'
import { fail } from '@podium/contract/rules/errors.ts'
import type { Engine } from '@podium/engines/engine.ts'
import type { Deps } from './deps.ts'

/** Bytes of all uploads together that pass between two checks of the disk. */
const STEP = 4 * 1024 ** 2

/** Bytes that uploads may still take until the next check of the disk. */
const granted = new WeakMap<Engine, number>()

export interface Incoming {
  body: Readable
  /** as announced; null if unknown */
  bytes: number | null
}

/**
 * Stores a body in the space above the disk's reserve, so that uploads never take the database's space. The disk is
 * checked repeatedly while the body arrives, because others write too. Announced bytes are not reserved, because a
 * client that never sends them would block everybody.
 * @param store receives the body, which fails if no space is left
 * @throws Failure DISK.UPLOAD
 */
export async function storeWhereRoomIs<T>(
  { engine }: Pick<Deps, 'engine'>,
  { body, bytes }: Incoming,
  store: (body: Readable) => Promise<T>,
): Promise<T> {
  await roomFor(bytes ?? 1, { engine })
  const watched = Readable.from(whileRoomIs(engine, body))
  try {
    return await store(watched)
  } finally {
    watched.destroy()
  }
}

/** Leaves the body open, because the answer is sent on its connection. */
async function* whileRoomIs(engine: Engine, body: Readable): AsyncIterable<Buffer> {
  for await (const chunk of body.iterator({ destroyOnReturn: false })) {
    await take(chunk.length, engine)
    yield chunk
  }
}

async function take(bytes: number, engine: Engine): Promise<void> {
  if ((granted.get(engine) ?? 0) < bytes)
    granted.set(engine, Math.min(await roomFor(bytes, { engine }), STEP))
  granted.set(engine, (granted.get(engine) ?? 0) - bytes)
}

/**
 * The space above the disk's reserve.
 * @throws Failure DISK.UPLOAD if `bytes` more would use the reserve
 */
export async function roomFor(bytes: number, { engine }: Pick<Deps, 'engine'>): Promise<number> {
  const disk = await engine.disk()
  if (disk === null) return Number.POSITIVE_INFINITY
  const room = disk.free - disk.reserve
  return room < bytes ? fail('DISK.UPLOAD', tooLittleRoom(disk)) : room
}
