import { randomUUID } from 'node:crypto'
import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type DataSetFile, readDataSetFile } from '@podium/contract/calls/data-set-files.ts'
import { fail } from './cli-error.ts'
import { openOnce } from './client.ts'
import { type Connection, renewed } from './connection.ts'
import { contentOf } from './content-of.ts'
import { saveDownload } from './save-download.ts'

/**
 * Returns the path of a version's file in a folder. A foreign server may send a path that leaves the folder or
 * contains control characters for the terminal.
 */
export function placeIn(folder: string, path: string): string {
  if (path.split(/[\\/]/).some((part) => ['', '.', '..'].includes(part)) || /\p{Cc}/u.test(path))
    return fail(
      `The server names a file ${JSON.stringify(path)}, as no data set has one: nothing was written there. Is it your server?`,
    )
  return join(folder, path)
}

/**
 * Downloads a version's file, whole or not at all. An existing file with the same content is kept.
 * @returns true if it was downloaded
 */
export async function pullFile(
  connection: Connection,
  version: { id: string; n: number },
  file: DataSetFile,
  target: string,
): Promise<boolean> {
  if (file.sha256 !== '' && (await holds(target, file))) return false
  const part = `${target}.${randomUUID()}.part`
  await mkdir(dirname(target), { recursive: true })
  try {
    const args = { params: { ...version, path: file.path } }
    await saveDownload(
      async (headers) => openOnce(await renewed(connection), readDataSetFile, args, { headers }),
      part,
    )
    if (!(await holds(part, file)))
      fail(`${file.path} did not come as it was stored. Nothing of it was kept: repeat the command.`)
    await rename(part, target)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
  return true
}

/** Compares size and hash. Files that were in the bucket before data sets existed have no hash. */
async function holds(path: string, { size, sha256 }: DataSetFile): Promise<boolean> {
  const there = await stat(path).catch(() => null)
  if (there?.size !== size) return false
  return sha256 === '' || (await contentOf(path)).sha256 === sha256
}
