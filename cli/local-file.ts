import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { CliError, fail } from './cli-error.ts'

/** A file to send: its path as shown to the person, and its size when the folder was read. */
export interface LocalFile {
  path: string
  size: number
  /** its hash when it was read before */
  sha256?: string
  /** where it is, if that is not its path in the folder */
  place?: string
}

/** The place of a file of a folder. */
export function placeOf(folder: string, { path, place }: LocalFile): string {
  return place ?? join(folder, path)
}

/**
 * Reads a file. Fails with a sentence that names it if it has not the size that was counted, or not the hash that was
 * computed before.
 */
export async function* bytesOf(place: string, { path, size, sha256 }: LocalFile): AsyncIterable<Buffer> {
  const hash = sha256 === undefined ? null : createHash('sha256')
  let read = 0
  for await (const chunk of readable(place, path)) {
    read += chunk.length
    if (read > size) break
    hash?.update(chunk)
    yield chunk
  }
  if (read !== size || (hash && hash.digest('hex') !== sha256))
    fail(`${path} changes while it is read: wait until no program writes to it, then repeat the command.`)
}

/** Reads a file to its end. Fails with a sentence that names it if it cannot be read. */
export async function* readable(place: string, path: string): AsyncIterable<Buffer> {
  try {
    yield* createReadStream(place) as AsyncIterable<Buffer>
  } catch (error) {
    fail(`${path} cannot be read: ${(error as Error).message}`)
  }
}

/** Finds the error of a file inside that of a failed call; null if the call failed for another reason. */
export function faultOfFile(error: unknown): CliError | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof CliError) return cause
  return null
}
