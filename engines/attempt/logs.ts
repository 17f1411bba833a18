import type { FileHandle } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import type { ByteRange, LogChunk, LogPart } from '../engine.ts'
import { isMissing } from './json-file.ts'
import { openOwned, orClosed, streamOf } from './owned-file.ts'

/** A log that a run writes, the folder that must contain it, and the uid that must own it. */
export interface LogFile {
  path: string
  root: string
  uid: number | null
}

const CHUNK = 64 * 1024
const POLL_MS = 200

/** Returns null while nothing has been written. */
export async function openLogFile(log: LogFile, range: ByteRange = { from: 0 }): Promise<LogPart | null> {
  const file = await openIfThere(log)
  if (!file) return null
  const { size } = await orClosed(file, () => file.stat())
  const stream = await streamOf(file, { from: range.from, to: Math.min(range.to ?? size, size) })
  return size === 0 ? null : { size, stream }
}

export async function logSize(log: LogFile): Promise<number> {
  const file = await openIfThere(log)
  if (!file) return 0
  try {
    return (await file.stat()).size
  } finally {
    await file.close()
  }
}

/** Returns the last bytes of a log as text, or '' if there is none. */
export async function readTail(log: LogFile, bytes: number): Promise<string> {
  const file = await openIfThere(log)
  if (!file) return ''
  try {
    const { size } = await file.stat()
    const length = Math.min(size, bytes)
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, size - length)
    return buffer.toString('utf8', 0, bytesRead)
  } finally {
    await file.close()
  }
}

/** Yields appended bytes from `from` on, until `hasEnded` was true before the last read, or the log became shorter. */
export async function* followLog(
  log: LogFile,
  from: number,
  hasEnded: () => Promise<boolean>,
  signal: AbortSignal,
): AsyncGenerator<LogChunk> {
  let offset = from
  let longest = 0
  while (!signal.aborted) {
    // Checked before reading, so that everything written until the end is read.
    const ended = await hasEnded()
    const size = await logSize(log)
    if (size < longest) return
    longest = size
    for await (const bytes of newBytes(log, offset)) {
      yield { offset, bytes }
      offset += bytes.length
      longest = Math.max(longest, offset)
      if (signal.aborted) return
    }
    if (ended) return
    await setTimeout(POLL_MS, undefined, { signal }).catch(() => undefined)
  }
}

async function* newBytes(log: LogFile, from: number): AsyncGenerator<Buffer> {
  const file = await openIfThere(log)
  if (!file) return
  try {
    let offset = from
    while (true) {
      const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(CHUNK), 0, CHUNK, offset)
      if (bytesRead === 0) return
      offset += bytesRead
      yield buffer.subarray(0, bytesRead)
    }
  } finally {
    await file.close()
  }
}

async function openIfThere({ path, root, uid }: LogFile): Promise<FileHandle | null> {
  try {
    return await openOwned(path, root, uid)
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}
