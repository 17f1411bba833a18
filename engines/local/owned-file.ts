import { constants } from 'node:fs'
import { type FileHandle, open, readlink, realpath } from 'node:fs/promises'
import { sep } from 'node:path'
import { codeOf } from './json-file.ts'

/**
 * Opens a file that a run wrote. A run may put links, pipes and other people's files in the way, so only a plain
 * file of its own that really lies below `root` is opened.
 * @throws an error with code 'ENOENT' for anything else, also what the run closed to everybody
 */
export async function openOwned(path: string, root: string, uid: number | null): Promise<FileHandle> {
  const file = await openPlainly(path)
  try {
    const status = await file.stat()
    const isOwn = uid === null || status.uid === uid
    if (status.isFile() && isOwn && (await liesBelow(file, path, root))) return file
  } catch (error) {
    await file.close()
    throw error
  }
  await file.close()
  throw notFound()
}

export function notFound(): Error {
  return Object.assign(new Error('There is no such file that can be read.'), { code: 'ENOENT' })
}

/** What stands for "not there" where a run made the names. */
const NOT_THERE = ['ENOENT', 'ELOOP', 'ENXIO', 'ENOTDIR', 'ENAMETOOLONG', 'EACCES', 'EPERM']

async function openPlainly(path: string): Promise<FileHandle> {
  try {
    return await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  } catch (error) {
    throw NOT_THERE.includes(codeOf(error) ?? '') ? notFound() : error
  }
}

async function liesBelow(file: FileHandle, path: string, root: string): Promise<boolean> {
  // The descriptor knows where the file it opened lies, even when a folder was swapped for a link meanwhile.
  const real = await readlink(`/proc/self/fd/${file.fd}`).catch(() => realpath(path))
  return real.startsWith((await realpath(root)) + sep)
}
