import { constants } from 'node:fs'
import { type FileHandle, open, readlink, realpath } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { Readable } from 'node:stream'
import type { ByteRange } from '../engine.ts'
import { codeOf } from './json-file.ts'
import { withFolder } from './open-folder.ts'

/**
 * Opens a file that a run wrote. A run may put links, pipes and other users' files there, so only a plain file that the
 * run owns and that really lies below `root` is opened.
 * @throws an error with code 'ENOENT' for anything else, also for files that the run closed to everybody
 */
export async function openOwned(path: string, root: string, uid: number | null): Promise<FileHandle> {
  const file = await openPlainly(path, root)
  return orClosed(file, async () => {
    const status = await file.stat()
    const isOwn = uid === null || status.uid === uid
    if (status.isFile() && isOwn && (await liesBelow(file, path, root))) return file
    throw notFound()
  })
}

/** Returns the result of `use`, which must close the file from then on. Closes the file if `use` fails. */
export async function orClosed<T>(file: FileHandle, use: () => Promise<T>): Promise<T> {
  try {
    return await use()
  } catch (error) {
    await file.close()
    throw error
  }
}

/**
 * Returns the bytes of an open file as a stream, which closes the file when it ends or is destroyed. The caller must do
 * one of the two: Node ends the process if the garbage collector finds an open file.
 */
export async function streamOf(
  file: FileHandle,
  { from, to = Number.POSITIVE_INFINITY }: ByteRange,
): Promise<Readable> {
  if (from < to) return file.createReadStream({ start: from, end: to - 1 })
  await file.close()
  return Readable.from([])
}

export function notFound(): Error {
  return Object.assign(new Error('There is no such file that can be read.'), { code: 'ENOENT' })
}

/** Error codes that count as "not found", because a run made the names. */
const NOT_THERE = ['ENOENT', 'ELOOP', 'ENXIO', 'ENOTDIR', 'ENAMETOOLONG', 'EACCES', 'EPERM']

async function openPlainly(path: string, root: string): Promise<FileHandle> {
  try {
    return await openBelow(root, relative(root, path).split(sep))
  } catch (error) {
    throw NOT_THERE.includes(codeOf(error) ?? '') ? notFound() : error
  }
}

/** Opens step by step, because merely opening some files elsewhere, such as devices, has effects. */
function openBelow(folder: string, [first = '', ...others]: string[]): Promise<FileHandle> {
  return withFolder(folder, (held) => {
    const path = join(held, first)
    if (others.length > 0) return openBelow(path, others)
    return open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  })
}

async function liesBelow(file: FileHandle, path: string, root: string): Promise<boolean> {
  const real = await readlink(`/proc/self/fd/${file.fd}`).catch(() => realpath(path))
  return real.startsWith((await realpath(root)) + sep)
}
