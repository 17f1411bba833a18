import { lstat, mkdir, open, realpath, rmdir } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import { hasCode, orNull } from './file-errors.ts'
import { checkBucket, checkPath } from './names.ts'
import { BadObjectName } from './object-store.ts'

/** Where an object lies: `<root>/<bucket>/<path>`. */
export interface ObjectPath {
  file: string
  folder: string
  bucket: string
}

/** The folder of a bucket. @throws BadObjectName */
export function bucketFolder(root: string, bucket: string): string {
  checkBucket(bucket)
  return inside(root, [bucket])
}

/** The place of an object, of checked names only. @throws BadObjectName */
export function objectPathOf(root: string, bucket: string, path: string): ObjectPath {
  const folder = bucketFolder(root, bucket)
  const file = inside(folder, checkPath(path))
  return { file, folder: dirname(file), bucket: folder }
}

/** The second wall: whatever the names got past, the place is below the folder. @throws BadObjectName */
export function inside(folder: string, segments: string[]): string {
  const path = join(folder, ...segments)
  if (path.startsWith(folder + sep)) return path
  throw new BadObjectName('The path leads out of its place.')
}

/** Whether the folder is there and reached through real directories only, no link. */
export async function isRealFolder(folder: string): Promise<boolean> {
  const real = await orNull(realpath(folder), 'ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG')
  if (real !== folder) return false
  const found = await orNull(lstat(folder), 'ENOENT', 'ENOTDIR')
  return found?.isDirectory() ?? false
}

/** Makes the folders from the bucket down to the object, private to this user. @throws BadObjectName */
export async function makeFolders({ bucket, folder }: ObjectPath): Promise<void> {
  for (const step of foldersBetween(bucket, folder)) {
    try {
      await mkdir(step, { mode: 0o700 })
    } catch (error) {
      if (!hasCode(error, 'EEXIST')) throw error
      const found = await lstat(step)
      const name = step.slice(bucket.length + 1)
      if (found.isFile()) throw new BadObjectName(`"${name}" is a file, so nothing can lie below it.`)
      if (!found.isDirectory()) throw new BadObjectName(`"${name}" is not a real folder.`)
    }
  }
}

/** Brings every folder from the bucket down to the object to the disk. */
export async function syncFolders({ bucket, folder }: ObjectPath): Promise<void> {
  for (const step of [bucket, ...foldersBetween(bucket, folder)]) await syncFolder(step)
}

/** Brings what stands in the folder to the disk; a folder that is gone needs none. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await orNull(open(folder, 'r'), 'ENOENT')
  if (handle === null) return
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Removes the folder and those above it as far as they are empty, up to the bucket; the first that stays. */
export async function pruneFolders(bucket: string, folder: string): Promise<string> {
  let step = folder
  while (step !== bucket) {
    try {
      await rmdir(step)
    } catch (error) {
      if (hasCode(error, 'ENOTEMPTY', 'EEXIST')) return step
      if (!hasCode(error, 'ENOENT')) throw error
    }
    step = dirname(step)
  }
  return step
}

function foldersBetween(bucket: string, folder: string): string[] {
  const steps: string[] = []
  for (let step = folder; step !== bucket; step = dirname(step)) steps.unshift(step)
  return steps
}
