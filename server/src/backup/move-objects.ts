import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { comparePaths } from '@podium/storage/names.ts'
import type { ObjectStore, StoredObject } from '@podium/storage/object-store.ts'
import { CannotStart } from '../start/cannot-start.ts'
import type { Copies, Etags } from './copies.ts'
import { hashing } from './manifest.ts'

export interface Move {
  from: ObjectStore
  to: ObjectStore
  /** the buckets of all workspaces */
  buckets: string[]
  copies: Copies
  signal: AbortSignal
}

export interface Moved {
  copied: number
  /** bytes copied */
  bytes: number
  /** number of objects that were there already */
  same: number
  /** number of objects removed that an earlier move had brought */
  removed: number
}

interface Pair {
  path: string
  here: StoredObject | null
  there: StoredObject | null
}

/** Objects in progress at a time; each is read here, sent, and read back there. */
const AT_ONCE = 4

/**
 * Makes the other place equal to this one. Copies new and changed objects, each verified by the hash of what can be
 * read there afterwards, and removes objects that an earlier move brought and that no longer exist here. Changes during
 * the move are left to the next move.
 * @throws a sentence, also if the other place holds files that no move brought
 */
export async function moveObjects(move: Move): Promise<Moved> {
  const { from, to, buckets, copies } = move
  const moved: Moved = { copied: 0, bytes: 0, same: 0, removed: 0 }
  const gone = [...copies.buckets].filter((bucket) => !buckets.includes(bucket))
  // Removals come first, because a folder may now be in the place of a file.
  for (const bucket of buckets)
    moved.removed += await removeGone(move, bucket, sideBySide(from.list(bucket, ''), to.list(bucket, '')))
  for (const bucket of gone) {
    moved.removed += await removeGone(move, bucket, sideBySide(Readable.from([]), to.list(bucket, '')))
    await to.removeBucket(bucket)
  }
  for (const bucket of buckets) {
    await to.makeBucket(bucket)
    await atOnce(sideBySide(from.list(bucket, ''), to.list(bucket, '')), (pair) =>
      bring(move, bucket, pair, moved),
    )
  }
  return moved
}

async function removeGone({ to, copies }: Move, bucket: string, pairs: AsyncIterable<Pair>): Promise<number> {
  const gone: string[] = []
  for await (const { path, here, there } of pairs) {
    if (here || !there) continue
    if (copies.find(bucket, path)?.to !== there.etag)
      throw new CannotStart(
        `The target already holds ${bucket}/${path}, which is not in Podium. Choose an empty target, or remove the files that are not Podium's.`,
      )
    gone.push(path)
  }
  for (const path of gone) await to.remove(bucket, path)
  return gone.length
}

/** Copies an object unless both places have the same content. */
async function bring(move: Move, bucket: string, { path, here, there }: Pair, moved: Moved): Promise<void> {
  const { from, to, copies, signal } = move
  if (signal.aborted)
    throw new CannotStart('The move was stopped. Run it again: it continues with what is not copied yet.')
  if (!here) return
  const known = copies.find(bucket, path)
  if (known && known.from === here.etag && known.to === there?.etag) {
    moved.same += 1
    return
  }
  const same = here.size === there?.size ? await sameContent(from, to, bucket, path) : null
  const etags = same ?? (await copy(from, to, bucket, path))
  if (!etags) return
  await copies.note(bucket, path, etags)
  if (same) moved.same += 1
  else {
    moved.copied += 1
    moved.bytes += here.size
  }
}

/** null if they differ */
async function sameContent(from: ObjectStore, to: ObjectStore, bucket: string, path: string) {
  const [here, there] = [await contentOf(from, bucket, path), await contentOf(to, bucket, path)]
  return here && here.hash === there?.hash ? { from: here.etag, to: there.etag } : null
}

/** null if the object was removed or replaced meanwhile */
async function copy(from: ObjectStore, to: ObjectStore, bucket: string, path: string): Promise<Etags | null> {
  const opened = await from.open(bucket, path)
  if (!opened) return null
  const hash = createHash('sha256')
  try {
    await to.put(bucket, path, Readable.from(hashing(opened.stream, hash)), { replace: true })
  } catch (error) {
    if ((await from.stat(bucket, path))?.etag === opened.etag) throw error
    return null
  } finally {
    opened.stream.destroy()
  }
  const there = await contentOf(to, bucket, path)
  if (there?.hash !== hash.digest('hex'))
    throw new CannotStart(`${bucket}/${path} was not copied correctly. Run this again.`)
  return { from: opened.etag, to: there.etag }
}

async function contentOf(store: ObjectStore, bucket: string, path: string) {
  const opened = await store.open(bucket, path)
  if (!opened) return null
  const hash = createHash('sha256')
  await pipeline(opened.stream, hash)
  return { etag: opened.etag, hash: hash.digest('hex') }
}

/** Pairs the objects of both places by path; both lists are sorted by path. */
async function* sideBySide(
  here: AsyncIterable<StoredObject>,
  there: AsyncIterable<StoredObject>,
): AsyncGenerator<Pair> {
  const lists = [here[Symbol.asyncIterator](), there[Symbol.asyncIterator]()] as const
  const next = async (list: AsyncIterator<StoredObject>) => {
    const { done, value } = await list.next()
    return done ? null : value
  }
  let [left, right] = [await next(lists[0]), await next(lists[1])]
  while (left || right) {
    const order = left && right ? comparePaths(left.path, right.path) : left ? -1 : 1
    const path = (order > 0 ? right : left)?.path ?? ''
    yield { path, here: order > 0 ? null : left, there: order < 0 ? null : right }
    if (order <= 0) left = await next(lists[0])
    if (order >= 0) right = await next(lists[1])
  }
}

/** Works on several at a time, until the first failure. */
async function atOnce<T>(items: AsyncIterable<T>, work: (item: T) => Promise<void>): Promise<void> {
  const underWay = new Set<Promise<void>>()
  for await (const item of items) {
    // A failed one stays in the set with its error.
    const working: Promise<void> = work(item).then(() => void underWay.delete(working))
    working.catch(() => undefined)
    underWay.add(working)
    if (underWay.size === AT_ONCE) await Promise.race(underWay)
  }
  await Promise.all(underWay)
}
