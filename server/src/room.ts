import { type DiskState, spaceInWords } from '@podium/contract/disk-space.ts'
import { fail } from '@podium/contract/errors.ts'
import { ObjectTooLarge } from '@podium/storage/object-store.ts'
import type { Deps } from './deps.ts'

/**
 * Stores a body of unknown size in what the disk has above its reserve: an upload never takes what the database needs.
 * @param store is given the most bytes it may take
 * @throws Failure DISK.UPLOAD
 */
export async function storeWhereRoomIs<T>(
  { engine, config }: Pick<Deps, 'engine' | 'config'>,
  store: (limit: number) => Promise<T>,
): Promise<T> {
  const disk = await engine.disk()
  if (disk === null) return store(config.upload_max)
  const room = disk.free - disk.reserve
  if (room <= 0) refuse(disk)
  return store(Math.min(room, config.upload_max)).catch((error) => {
    if (error instanceof ObjectTooLarge && room < config.upload_max) refuse(disk)
    throw error
  })
}

/** @throws Failure DISK.UPLOAD where `bytes` more would take of the reserve */
export async function checkRoom({ engine }: Pick<Deps, 'engine'>, bytes: number): Promise<void> {
  const disk = await engine.disk()
  if (disk !== null && disk.free - disk.reserve < bytes) refuse(disk)
}

function refuse({ free, total, reserve }: DiskState): never {
  return fail('DISK.UPLOAD', { space: spaceInWords({ free: Math.max(0, free - reserve), total }) })
}
