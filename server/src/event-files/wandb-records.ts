import { crc32 } from 'node:zlib'
import type { RecordReader } from './records.ts'

/** The bytes before the first block: ':W&B', a number and a version. */
const MAGIC = Buffer.from(':W&B')
const FILE_HEAD = 7
/** Checksum, length and kind of a part. A part never crosses the end of a block. */
const HEAD = 7
const BLOCK = 32 * 1024
const [FULL, FIRST, MIDDLE, LAST] = [1, 2, 3, 4]

/**
 * Reads a `run-*.wandb` file, which is a log of LevelDB, in pieces of any size. A record has parts, each in one block.
 * At most `maxRecord` bytes and one part are held. A part that is damaged ends the file, as wandb reads it.
 */
export function createWandbReader(maxRecord: number): RecordReader {
  let offset = 0
  let part = Buffer.alloc(0)
  let parts: Buffer[] | null = []
  let size = 0
  let isWithin = false
  let long = 0
  let brokenAt: number | null = null

  /** Returns how many bytes the next step needs: those of the head, or of the whole part once its head is there. */
  function needed(): number {
    const begin = offset - part.length
    if (begin === 0) return FILE_HEAD
    const room = BLOCK - (begin % BLOCK)
    // The end of a block that has no room for a head is empty.
    if (room < HEAD) return room
    return part.length < HEAD ? HEAD : HEAD + part.readUInt16LE(4)
  }

  /** Takes what was needed; returns the record if it is complete. */
  function step(): Buffer | null {
    const begin = offset - part.length
    const taken = part
    part = Buffer.alloc(0)
    if (begin > 0) return taken.length < HEAD ? null : takePart(taken, begin)
    if (!taken.subarray(0, MAGIC.length).equals(MAGIC)) brokenAt = 0
    return null
  }

  function takePart(taken: Buffer, begin: number): Buffer | null {
    const kind = taken[6] ?? 0
    const content = taken.subarray(HEAD)
    const isStart = kind === FULL || kind === FIRST
    const isSound = crc32(taken.subarray(6)) === taken.readUInt32LE()
    if (!isSound || kind > LAST || !(isStart || isWithin)) {
      brokenAt = begin
      return null
    }
    if (isStart) parts = []
    // Heads count too, because parts without content need memory as well.
    size = (isStart ? 0 : size) + taken.length
    if (size > maxRecord) parts = null
    parts?.push(content)
    isWithin = kind === FIRST || kind === MIDDLE
    if (isWithin) return null
    if (parts === null) long += 1
    const record = parts && Buffer.concat(parts)
    parts = []
    return record
  }

  return {
    *take(bytes) {
      for (let at = 0; at < bytes.length && brokenAt === null; ) {
        const taken = bytes.subarray(at, at + needed() - part.length)
        at += taken.length
        offset += taken.length
        part = Buffer.concat([part, taken])
        if (part.length < needed()) continue
        const record = step()
        if (record) yield record
      }
    },
    release(most) {
      if (size > most) parts = null
    },
    leftOut: () => ({
      long,
      damaged: 0,
      brokenAt,
      isCut: brokenAt === null && (part.length > 0 || isWithin),
    }),
  }
}
