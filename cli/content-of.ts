import { createHash } from 'node:crypto'
import { readable } from './local-file.ts'

export interface Content {
  /** bytes */
  size: number
  sha256: string
}

/** Reads a file's present size and hash. */
export async function contentOf(path: string): Promise<Content> {
  const hash = createHash('sha256')
  let size = 0
  for await (const chunk of readable(path, path)) {
    hash.update(chunk)
    size += chunk.length
  }
  return { size, sha256: hash.digest('hex') }
}
