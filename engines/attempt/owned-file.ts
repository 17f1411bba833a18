import { constants } from 'node:fs'
import { type FileHandle, open, readlink, realpath } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { withFolder } from './held-folder.ts'
import { codeOf } from './json-file.ts'

/**
 * Opens a file that a run wrote. A run may put links, pipes and other people's files in the way, so only a plain
 * file of its own that really lies below `root` is opened.
 * @throws an error with code 'ENOENT' for anything else, also what the run closed to everybody
 */
export async function openOwned(path: string, root: string, uid: number | null): Promise<FileHandle> {
  const file = await openPlainly(path, root)
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

async function openPlainly(path: string, root: string): Promise<FileHandle> {
  try {
    return await openBelow(root, relative(root, path).split(sep))
  } catch (error) {
    throw NOT_THERE.includes(codeOf(error) ?? '') ? notFound() : error
  }
}

/** Step by step: to open some files elsewhere, such as devices, does something, though nothing is read. */
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
