import type { Readable } from 'node:stream'
import type { ArtifactPreview, ShownArray } from '@podium/contract/calls/run-files.ts'
import { ownTurn } from '@podium/engines/own-turn.ts'
import { Unzip, UnzipInflate } from 'fflate'
import { nothing } from './nothing.ts'
import { shownArrayOf } from './numpy.ts'

const MAX_ARRAYS = 50
const MAX_ROWS = 50
/** Bytes that are kept of an array; bytes that are read of the file, and that they unpack to. */
const MAX_KEPT = 256 * 1024
const MAX_READ = 32 * 1024 * 1024
const MAX_UNPACKED = 64 * 1024 * 1024
/** So many bytes are unpacked at once: to a thousand times as many at most. */
const PIECE = 4096

interface Member {
  name: string
  chunks: Buffer[]
  size: number
}

/** Shows the arrays of a file that numpy.savez wrote, a ZIP archive of arrays in NumPy's own format. */
export async function previewArrays(stream: Readable): Promise<ArtifactPreview> {
  const { members, more } = await membersOf(stream)
  const arrays: ShownArray[] = []
  for (const { name, chunks, size } of members.slice(0, MAX_ARRAYS)) {
    await ownTurn()
    const head = { bytes: Buffer.concat(chunks), more: size > MAX_KEPT }
    const array = await shownArrayOf(head, { name, rows: MAX_ROWS })
    if (array !== null) arrays.push(array)
  }
  if (arrays.length === 0 && members.length > 0)
    return nothing('The arrays in this file cannot be read. Download it to look at it.')
  return { kind: 'arrays', arrays, more: more || members.length > MAX_ARRAYS }
}

async function membersOf(stream: Readable): Promise<{ members: Member[]; more: boolean }> {
  const members: Member[] = []
  let [read, unpacked] = [0, 0]
  const unzip = new Unzip((file) => {
    const name = /^(.*)\.npy$/s.exec(file.name)?.[1]
    const member = { name: name ?? '', chunks: [], size: 0 } satisfies Member
    if (name !== undefined) members.push(member)
    file.ondata = (error, chunk) => {
      if (error) throw error
      unpacked += chunk.length
      keep(member, chunk)
    }
    file.start()
  })
  unzip.register(UnzipInflate)
  for await (const chunk of stream)
    for (let at = 0; at < chunk.length; at += PIECE) {
      if (at % (16 * PIECE) === 0) await ownTurn()
      const piece = (chunk as Buffer).subarray(at, at + PIECE)
      // The arrays before a damaged place are shown.
      if (!isUnpacked(() => unzip.push(piece))) return { members, more: true }
      read += piece.length
      if (read > MAX_READ || unpacked > MAX_UNPACKED || members.length > MAX_ARRAYS)
        return { members, more: true }
    }
  return { members, more: false }
}

function isUnpacked(unpack: () => void): boolean {
  try {
    unpack()
    return true
  } catch {
    return false
  }
}

function keep(member: Member, chunk: Uint8Array): void {
  const room = MAX_KEPT - member.size
  // A copy, because the library uses its own memory again.
  if (room > 0) member.chunks.push(Buffer.from(chunk.subarray(0, room)))
  member.size += chunk.length
}
