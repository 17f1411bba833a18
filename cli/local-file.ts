import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { CliError, fail } from './cli-error.ts'

/** A file of a folder, as it was when its size was counted. */
export interface LocalFile {
  path: string
  size: number
}

/** The bytes of a file; ends with a sentence that names it where they are not as many as were counted. */
export async function* bytesOf(folder: string, { path, size }: LocalFile): AsyncIterable<Buffer> {
  let read = 0
  try {
    for await (const chunk of createReadStream(join(folder, path))) {
      read += chunk.length
      if (read > size) break
      yield chunk
    }
  } catch (error) {
    fail(`${path} cannot be read: ${(error as Error).message}`)
  }
  if (read !== size)
    fail(`${path} changes while it is read: wait until no program writes to it, then repeat the command.`)
}

/** The sentence about a file that ended a call while it was sent; null where something else did. */
export function faultOfFile(error: unknown): CliError | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof CliError) return cause
  return null
}
