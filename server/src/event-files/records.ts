import { maskedCrc32c } from './crc32c.ts'

/** Length as eight bytes, and the checksum of these. */
const HEAD = 12
const CHECKSUM = 4

/** Counts of the records that a reader does not pass on. */
export interface LeftOut {
  /** records that are longer than the limit */
  long: number
  /** records whose checksum or content is wrong */
  damaged: number
  /** where the length of a record is damaged, so that nothing after it can be read; null if nowhere */
  brokenAt: number | null
  /** true if the bytes so far end within a record */
  isCut: boolean
}

export interface RecordReader {
  /**
   * Yields the content of each record that ends in these bytes. A content is valid until the next one is asked for,
   * because it may be a part of `bytes`.
   */
  take(bytes: Buffer): Generator<Buffer>
  /** Skips the record whose end has not come yet if more than this many bytes of it are held. */
  release(most: number): void
  leftOut(): LeftOut
}

/**
 * Reads TFRecord, the format of TensorBoard's event files, in pieces of any size. At most `maxRecord` bytes are held:
 * a longer record is skipped as it arrives, whatever length it claims.
 */
export function createRecordReader(maxRecord: number): RecordReader {
  let offset = 0
  let isHead = true
  let missing = HEAD
  let isHeld = true
  let held: Buffer = Buffer.alloc(0)
  /** bytes of the record that are held */
  let used = 0
  let long = 0
  let damaged = 0
  let brokenAt: number | null = null

  function begin(isHeadNext: boolean, length: number): void {
    isHead = isHeadNext
    missing = length
    isHeld = length <= maxRecord + CHECKSUM
    used = 0
  }

  /** Copies a part, because it would keep the stream's larger buffer in memory. One buffer serves all records. */
  function hold(part: Buffer): void {
    if (used + part.length > held.length) {
      const larger = Buffer.alloc(Math.min(maxRecord + HEAD, Math.max(used + part.length, 2 * held.length)))
      held.copy(larger, 0, 0, used)
      held = larger
    }
    part.copy(held, used)
    used += part.length
  }

  /** Returns the content of a complete record, or null for a head and for a record that is left out. */
  function complete(part: Buffer): Buffer | null {
    if (used > 0) hold(part)
    const whole = used > 0 ? held.subarray(0, used) : part
    const wasHead = isHead
    const wasHeld = isHeld
    if (wasHead) begin(false, Number(whole.readBigUInt64LE()) + CHECKSUM)
    else begin(true, HEAD)
    if (!wasHeld) long += 1
    if (!wasHeld) return null
    const end = whole.length - CHECKSUM
    const content = whole.subarray(0, end)
    const isSound = maskedCrc32c(content) === whole.readUInt32LE(end)
    if (wasHead && !isSound) brokenAt = offset - HEAD
    if (!wasHead && !isSound) damaged += 1
    return wasHead || !isSound ? null : content
  }

  return {
    *take(bytes) {
      for (let at = 0; at < bytes.length && brokenAt === null; ) {
        const part = bytes.subarray(at, at + Math.min(missing, bytes.length - at))
        at += part.length
        offset += part.length
        missing -= part.length
        if (missing === 0) {
          const content = complete(part)
          if (content) yield content
        } else if (isHeld) hold(part)
      }
    },
    release(most) {
      if (used > most) isHeld = false
      used = isHeld ? used : 0
      held = Buffer.from(held.subarray(0, used))
    },
    leftOut: () => ({ long, damaged, brokenAt, isCut: brokenAt === null && !(isHead && missing === HEAD) }),
  }
}
