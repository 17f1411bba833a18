import type { Readable } from 'node:stream'
import type { ArtifactPreview, ShownPart } from '@podium/contract/calls/run-files.ts'
import { ownTurn } from '@podium/engines/own-turn.ts'
import type { Content } from '../../../event-files/event.ts'
import { createEventReader, readEvents } from '../../../event-files/event-reader.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { sentPicture } from './pictures.ts'
import { firstBytes } from './read-head.ts'

/** Bytes that are read of a file, and of one of its records. */
const MAX_READ = 256 * 1024 * 1024
const MAX_RECORD = 4 * 1024 * 1024
/** Tags that are shown, and how many of the newest texts or pictures of each. */
const MAX_TAGS = 50
const A_TAG = 3
/** Bytes of all texts and pictures that are held; the oldest are dropped. */
const MAX_HELD = 8 * 1024 * 1024
const MAX_TEXT = 32 * 1024
/** Values between two turns of other work. One event may hold a hundred thousand. */
const VALUES_A_TURN = 500

interface Held {
  tag: string
  step: number
  isText: boolean
  bytes: Buffer
}

/** Shows the newest texts and pictures in an event file of TensorBoard. Its curves are figures of the run. */
export const previewEvents = oneAtATime('event files', previewInTurn)

async function previewInTurn(stream: Readable): Promise<ArtifactPreview> {
  const reader = createEventReader(MAX_RECORD)
  const kept = createNewest()
  let values = 0
  let scalars = 0
  let read = 0
  async function* counted() {
    for await (const bytes of firstBytes(stream, MAX_READ)) {
      read += bytes.length
      yield bytes
    }
  }
  for await (const event of readEvents(counted(), reader))
    for (const { tag, plugin, content } of event.values()) {
      values += 1
      if (values % VALUES_A_TURN === 0) await ownTurn()
      if (content.kind === 'scalar') scalars += 1
      for (const { isText, bytes } of shownIn(content, plugin))
        kept.add({ tag, step: event.step, isText, bytes })
    }
  const { long, damaged, brokenAt } = reader.leftOut()
  const missing = [
    long > 0 && 'Records of more than 4 MiB are left out.',
    (damaged > 0 || brokenAt !== null) && 'Parts of the file are damaged.',
    read > MAX_READ && 'Only its first 256 MiB were read.',
  ]
  return {
    kind: 'events',
    items: kept.items().map(({ tag, step, ...held }) => ({ tag, step, part: partOf(held) })),
    has_curves: scalars > 0,
    more: kept.hasMore(),
    detail: missing.filter((sentence) => sentence !== false).join(' ') || null,
  }
}

function shownIn(content: Content, plugin: string): { isText: boolean; bytes: Buffer }[] {
  // The bytes are copied, because they are valid until the next event only.
  if (content.kind === 'images')
    return content.encoded.slice(0, A_TAG).map((encoded) => ({ isText: false, bytes: Buffer.from(encoded) }))
  if (content.kind !== 'texts' || (plugin !== 'text' && plugin !== '')) return []
  return [{ isText: true, bytes: Buffer.from(content.texts.join('\n\n').slice(0, MAX_TEXT + 1)) }]
}

function partOf({ isText, bytes }: Pick<Held, 'isText' | 'bytes'>): ShownPart {
  if (!isText) return sentPicture(bytes)
  const text = bytes.toString()
  return { kind: 'markdown', text: text.slice(0, MAX_TEXT), more: text.length > MAX_TEXT }
}

/** Keeps the newest texts and pictures of each tag within the limits. */
function createNewest() {
  const tags = new Set<string>()
  let held: Held[] = []
  let size = 0
  let hasMore = false

  function drop(dropped: Held | undefined): void {
    if (!dropped) return
    held = held.filter((each) => each !== dropped)
    size -= dropped.bytes.length
    hasMore = true
  }

  return {
    add(item: Held): void {
      if (tags.size === MAX_TAGS && !tags.has(item.tag)) {
        hasMore = true
        return
      }
      tags.add(item.tag)
      held.push(item)
      size += item.bytes.length
      const alike = held.filter(({ tag }) => tag === item.tag)
      if (alike.length > A_TAG) drop(alike[0])
      while (size > MAX_HELD && held.length > 1) drop(held[0])
    },
    /** By tag, in the order in which the tags first appeared, newest first. */
    items: () => [...tags].flatMap((tag) => held.filter((each) => each.tag === tag).reverse()),
    hasMore: () => hasMore,
  }
}
