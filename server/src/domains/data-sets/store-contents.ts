import { createHash, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { CONTENTS_AT_ONCE, FILES_AT_ONCE, SMALL_CONTENT } from '@podium/contract/calls/data-set-files.ts'
import { fail } from '@podium/contract/rules/errors.ts'
import { isLfsPointer, LONGEST_POINTER } from '@podium/contract/rules/lfs-pointer.ts'
import { limitedBytes } from '@podium/storage/body.ts'
import type { Deps } from '../../deps.ts'
import { storeWhereRoomIs } from '../../room.ts'
import { withStoreErrors } from '../objects/writes.ts'
import { announcedPath, announcedSizes, type Content, type Sending } from './content-notes.ts'
import { objectPath } from './files-reads.ts'
import { inTurns } from './in-turns.ts'
import { storeNoted } from './store-noted.ts'

const LINE = /^([0-9a-f]{64}) (0|[1-9]\d{0,6})$/
const LINE_BYTES = 73
const BODY_BYTES = CONTENTS_AT_ONCE + FILES_AT_ONCE * LINE_BYTES

interface SentContent extends Content {
  bytes: Buffer
}

/**
 * Stores many small contents that the upload announced, all or none, with one write to the database.
 * @throws Failure NOT.FOUND, DATA_SET.CONTENT, DATA_SET.CONTENTS, DATA_SET.CONTENTS.MANY, OBJECT.POINTER,
 * OBJECT.LARGE, QUOTA.STORAGE, DISK.UPLOAD, EDIT.STALE
 */
export async function storeContents(deps: Deps, sending: Sending, body: Readable): Promise<void> {
  const { database, objects } = deps
  const contents = await storeWhereRoomIs(deps, { body, bytes: null }, (watched) =>
    withStoreErrors('', BODY_BYTES, () => readContents(watched)),
  )
  const hashes = contents.map(({ sha256 }) => sha256)
  const announced = await announcedSizes(database, sending.upload, hashes)
  for (const { sha256, size, bytes } of contents) {
    if (!announced.has(sha256)) fail('NOT.FOUND')
    if (announced.get(sha256) !== size) fail('DATA_SET.CONTENT', { sha256 })
    if (size < LONGEST_POINTER && isLfsPointer(bytes.toString('latin1')))
      fail('OBJECT.POINTER', { path: await announcedPath(database, sending.upload, sha256) })
  }
  await storeNoted(deps, sending, contents, () =>
    inTurns(
      contents.map((content) => () => {
        const body = Readable.from([content.bytes])
        return objects.put(sending.dataSet.s3_bucket_name, objectPath(content), body, { alone: true })
      }),
    ),
  )
}

/** @throws Failure DATA_SET.CONTENT, DATA_SET.CONTENTS, DATA_SET.CONTENTS.MANY; ObjectTooLarge */
async function readContents(body: Readable): Promise<SentContent[]> {
  const chunks: Buffer[] = []
  for await (const chunk of limitedBytes(body, BODY_BYTES)) chunks.push(chunk)
  const sent = Buffer.concat(chunks)
  const contents = new Map<string, SentContent>()
  let at = 0
  let begun = 0
  do {
    begun += 1
    if (begun > FILES_AT_ONCE) fail('DATA_SET.CONTENTS.MANY', { most: FILES_AT_ONCE })
    const content =
      contentAt(sent, at) ?? fail('DATA_SET.CONTENTS', { at, most: SMALL_CONTENT.toLocaleString('en') })
    contents.set(content.sha256, content)
    at = content.end
  } while (at < sent.length)
  return [...contents.values()]
}

/** Returns null if no content begins there, or if it is cut off or too large. */
function contentAt(sent: Buffer, at: number) {
  const start = sent.subarray(at, at + LINE_BYTES).indexOf('\n') + 1
  const [, sha256, said] = LINE.exec(sent.toString('latin1', at, at + Math.max(start - 1, 0))) ?? []
  if (sha256 === undefined) return null
  const size = Number(said)
  const bytes = sent.subarray(at + start, at + start + size)
  if (size > SMALL_CONTENT || bytes.length < size) return null
  if (createHash('sha256').update(bytes).digest('hex') !== sha256) fail('DATA_SET.CONTENT', { sha256 })
  return { id: randomUUID(), sha256, size, bytes, end: at + start + size }
}
