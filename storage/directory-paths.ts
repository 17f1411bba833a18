import { lstat, mkdir, open, realpath, rmdir } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import { hasCode, orNull } from './file-errors.ts'
import { checkBucket, checkPath } from './names.ts'
import { BadObjectName } from './object-store.ts'

/** The location of an object: `<root>/<bucket>/<path>`. */
export interface ObjectPath {
  file: string
  folder: string
  bucket: string
}

/** Returns the folder of a bucket. @throws BadObjectName */
export function bucketFolder(root: string, bucket: string): string {
  checkBucket(bucket)
  return inside(root, [bucket])
}

/** Returns the location of an object after checking the names. @throws BadObjectName */
export function objectPathOf(root: string, bucket: string, path: string): ObjectPath {
  const folder = bucketFolder(root, bucket)
  const file = inside(folder, checkPath(path))
  return { file, folder: dirname(file), bucket: folder }
}

/**
 * Joins the segments and checks again that the result lies below the folder, in case the name checks miss something.
 * @throws BadObjectName
 */
export function inside(folder: string, segments: string[]): string {
  const path = join(folder, ...segments)
  if (path.startsWith(folder + sep)) return path
  throw new BadObjectName('The path leads out of its place.')
}

/** True if the folder exists and no part of its path is a link. */
export async function isRealFolder(folder: string): Promise<boolean> {
  const real = await orNull(realpath(folder), 'ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG')
  if (real !== folder) return false
  const found = await orNull(lstat(folder), 'ENOENT', 'ENOTDIR')
  return found?.isDirectory() ?? false
}

/** Creates the folders from the bucket down to the object, private to this user. @throws BadObjectName */
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

/** Calls fsync on every folder from the bucket down to the object. */
export async function syncFolders({ bucket, folder }: ObjectPath): Promise<void> {
  for (const step of [bucket, ...foldersBetween(bucket, folder)]) await syncFolder(step)
}

/** Calls fsync on the folder. Does nothing if the folder no longer exists. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await orNull(open(folder, 'r'), 'ENOENT')
  if (handle === null) return
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Removes the folder and its empty parents, up to the bucket. Returns the first folder that stays. */
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
