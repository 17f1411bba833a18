import { Readable } from 'node:stream'
import { json } from 'node:stream/consumers'
import type { ObjectStore } from '@podium/storage/object-store.ts'
import * as z from 'zod/mini'
import { INDEX_EVERY, type Scanned, scan } from './line-offsets.ts'

/**
 * The index of a log that has ended, stored as an object beside the log. It is built while the log is stored, so that
 * a log of any size opens without being read.
 */
const storedIndex = z.object({
  every: z.literal(INDEX_EVERY),
  scanned: z.int().check(z.minimum(0)),
  newlines: z.int().check(z.minimum(0)),
  endsWithNewline: z.boolean(),
  offsets: z.array(z.int().check(z.minimum(0))).check(z.minLength(1)),
})

/** @param log path of the log's object */
export function indexPathOf(log: string): string {
  return `${log}.index`
}

/** A shorter log is read as fast as its index would be. */
const WORTH_KEEPING = 1024 * 1024

/** Passes a log's bytes on and adds them to the index. */
export async function* indexing(log: Readable, index: Scanned): AsyncGenerator<Buffer> {
  for await (const chunk of log) {
    scan(index, chunk as Buffer)
    yield chunk as Buffer
  }
}

/** Stores the index beside the log's object. */
export async function keepIndex(
  objects: ObjectStore,
  bucket: string,
  log: string,
  index: Scanned,
): Promise<void> {
  if (index.scanned < WORTH_KEEPING) return
  const body = Readable.from([Buffer.from(JSON.stringify({ every: INDEX_EVERY, ...index }))])
  await objects.put(bucket, indexPathOf(log), body, { replace: true })
}

/** Returns null if none was stored, or if it has a format of another release. */
export async function readStoredIndex(
  objects: ObjectStore,
  bucket: string,
  log: string,
): Promise<Scanned | null> {
  const opened = await objects.open(bucket, indexPathOf(log))
  if (!opened) return null
  const found = storedIndex.safeParse(await json(opened.stream).catch(() => null))
  return found.success ? found.data : null
}
