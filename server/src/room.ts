import { Readable } from 'node:stream'
import { tooLittleRoom } from '@podium/contract/rules/disk-space.ts'
import { fail } from '@podium/contract/rules/errors.ts'
import type { Engine } from '@podium/engines/engine.ts'
import type { Deps } from './deps.ts'

/** So many bytes of all uploads together are let through before the disk is looked at again. */
const STEP = 4 * 1024 ** 2

/** What uploads may still take before the disk is looked at again. */
const granted = new WeakMap<Engine, number>()

export interface Incoming {
  body: Readable
  /** as announced; null where it is not known */
  bytes: number | null
}

/**
 * Stores a body in what the disk has above its reserve: an upload never takes what the database needs. The disk is looked
 * at while the body comes, because others write as well. Nothing is set aside for what was announced: who never sends it
 * would keep everybody out.
 * @param store is given the body, which fails where no room is left
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

/** Leaves the body open: the answer is sent on its connection. */
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
 * What the disk has above its reserve.
 * @throws Failure DISK.UPLOAD where `bytes` more would take of the reserve
 */
export async function roomFor(bytes: number, { engine }: Pick<Deps, 'engine'>): Promise<number> {
  const disk = await engine.disk()
  if (disk === null) return Number.POSITIVE_INFINITY
  const room = disk.free - disk.reserve
  return room < bytes ? fail('DISK.UPLOAD', tooLittleRoom(disk)) : room
}
