import { createReadStream } from 'node:fs'
import { CliError, fail } from './cli-error.ts'

/** A file, by the name that a person knows it by, as it was when its size was counted. */
export interface LocalFile {
  path: string
  size: number
}

/** The bytes of a file that lies there; ends with a sentence that names it where they are not as many as were counted. */
export async function* bytesOf(place: string, { path, size }: LocalFile): AsyncIterable<Buffer> {
  let read = 0
  for await (const chunk of readable(place, path)) {
    read += chunk.length
    if (read > size) break
    yield chunk
  }
  if (read !== size)
    fail(`${path} changes while it is read: wait until no program writes to it, then repeat the command.`)
}

/** The bytes of a file that lies there, as many as there are. */
export async function* readable(place: string, path: string): AsyncIterable<Buffer> {
  try {
    yield* createReadStream(place) as AsyncIterable<Buffer>
  } catch (error) {
    fail(`${path} cannot be read: ${(error as Error).message}`)
  }
}

/** The sentence about a file that ended a call while it was sent; null where something else did. */
export function faultOfFile(error: unknown): CliError | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof CliError) return cause
  return null
}
