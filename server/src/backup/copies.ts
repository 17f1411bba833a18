import { createHash } from 'node:crypto'
import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The etags of an object at its source and its destination when both had the same content. */
export interface Etags {
  from: string
  to: string
}

export interface Copies {
  /** every bucket from which something was moved */
  buckets: Set<string>
  find(bucket: string, path: string): Etags | undefined
  note(bucket: string, path: string, etags: Etags): Promise<void>
  close(): Promise<void>
}

/**
 * The record of equal objects at two places, kept in the home and valid in both directions. While both etags stay the
 * same, neither object is read again; and an object removed at one place is recognised at the other.
 */
export async function openCopies(home: string, from: string, to: string): Promise<Copies> {
  const [first, second] = [from, to].sort()
  const pair = createHash('sha256').update(`${first}\n${second}`).digest('hex').slice(0, 12)
  const file = join(home, `objects-moved-${pair}.jsonl`)
  const isTurned = from !== first
  const etagsOf = ([one, other]: [string, string]) =>
    isTurned ? { from: other, to: one } : { from: one, to: other }
  const known = new Map<string, [string, string]>()
  const buckets = new Set<string>()

  function keep(bucket: string, path: string, etags: [string, string]): void {
    known.set(`${bucket}/${path}`, etags)
    buckets.add(bucket)
  }

  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  for (const line of text.split('\n')) {
    const read = parsed(line)
    if (read) keep(...read)
  }
  const kept = await open(file, 'a', 0o600)
  // Ends a line that was cut off when the command was killed.
  await kept.write('\n').catch(async (error) => {
    await kept.close()
    throw error
  })

  return {
    buckets,
    find(bucket, path) {
      const etags = known.get(`${bucket}/${path}`)
      return etags && etagsOf(etags)
    },
    async note(bucket, path, etags) {
      const pairOf: [string, string] = isTurned ? [etags.to, etags.from] : [etags.from, etags.to]
      keep(bucket, path, pairOf)
      await kept.write(`${JSON.stringify([bucket, path, pairOf])}\n`)
    },
    close: () => kept.close(),
  }
}

function parsed(line: string): [bucket: string, path: string, etags: [string, string]] | null {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}
