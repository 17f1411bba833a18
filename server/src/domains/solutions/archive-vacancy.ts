import type { Database } from '@podium/database/connect.ts'
import type { ObjectStore } from '@podium/storage/object-store.ts'
import { sql } from 'drizzle-orm'
import { solutionPrefix, versionPrefix } from './version-place.ts'

/**
 * What stands at the place of a version to come, or null: what somebody put there by hand would become part of a version
 * that its archive knows nothing of.
 */
export async function occupantOf(
  objects: Pick<ObjectStore, 'stat' | 'list'>,
  bucket: string,
  name: string,
  number: number,
): Promise<string | null> {
  const prefix = versionPrefix(name, number)
  for (const folder of [solutionPrefix(name), prefix]) {
    const path = folder.slice(0, -1)
    if (await objects.stat(bucket, path)) return path
  }
  for await (const { path } of objects.list(bucket, prefix)) return path
  return null
}

/** What to do about what stands there. */
export function occupiedText(path: string, number: number): string {
  return `${path} stands at the place of version ${number} already. Remove it, or register from the metadata alone.`
}

/** Every upload that was let in before a place was reserved is stored or refused when this ends. */
export async function untilUploadsArePlaced(database: Database, workspace: string): Promise<void> {
  await database.execute(sql`select from workspaces where id = ${workspace}::uuid for no key update`)
}
