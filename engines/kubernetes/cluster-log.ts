import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { LogChunk, LogType, RunKey } from '../engine.ts'
import { plainLine } from '../plain-line.ts'
import { isOver } from './attempt-change.ts'
import type { AttemptStore } from './attempt-store.ts'
import { type ClusterClient, ClusterRefusal, ClusterUnavailable } from './client.ts'
import { type Pod, pathOf } from './resources.ts'
import { LOG_BEGINS } from './runner/commands.ts'

const TAIL = 8 * 1024
const MAX_LINE_LENGTH = 300
/** The part at the end of a log that is read from its node. */
const NEWEST = { tailLines: 20, limitBytes: 4 * 2 ** 20 }
const CHUNK = 256 * 1024
/** Number of bytes at the end of the stored log that locate it in a cut one. */
const SEAM = 4096

type Attempts = Pick<AttemptStore, 'find' | 'note' | 'openLog' | 'appendLog' | 'untilLonger'>

/** Returns the last line of the process log that is not blank, as plain text, or '' if there is none. */
export async function lastLineOf(attempts: Attempts, key: RunKey): Promise<string> {
  return lastLineIn((await tailOf(attempts, key, TAIL)).toString())
}

/** Returns the last line of the log on the node, which is ahead of the stored log while the pod still sends. */
export async function lastLineOnNode(client: Pick<ClusterClient, 'log'>, pod: Pod): Promise<string> {
  const stream = await client.log(logPathOf(pod), { container: 'main', ...NEWEST })
  return stream ? lastLineIn((await buffer(stream)).toString().replace(LOG_BEGINS, '')) : ''
}

function lastLineIn(text: string): string {
  const lines = text.split(/[\r\n]+/).map((line) => plainLine(line, MAX_LINE_LENGTH))
  return lines.findLast((line) => line !== '') ?? ''
}

function logPathOf({ metadata }: Pod): string {
  const { namespace = null, name } = metadata
  return `${pathOf('pods', namespace, name)}/log`
}

/**
 * Copies the rest of a log from the cluster if the pod did not send it. The cluster cuts long logs, so this is a last
 * resort, and the record says if the log is cut. Returns false if the log is unavailable now because its node or the
 * cluster does not answer.
 */
export async function copyClusterLog(
  client: Pick<ClusterClient, 'log'>,
  attempts: Attempts,
  { key, pod, limit }: { key: RunKey; pod: Pod; limit: number },
): Promise<boolean> {
  const query = { container: 'main', limitBytes: LOG_BEGINS.length + limit }
  const open = () => piecesOf(client.log(logPathOf(pod), query))
  try {
    return await appendRest(attempts, key, open)
  } catch (error) {
    if (error instanceof ClusterUnavailable) return false
    if (!(error instanceof ClusterRefusal)) throw error
  }
  return true
}

/**
 * Appends the rest of the log. An empty log is one that its node does not find, as after a restart: every command has a
 * first line.
 * @param open reads the log of the container from its beginning, as far as the cluster has it
 */
async function appendRest(
  attempts: Attempts,
  key: RunKey,
  open: () => AsyncGenerator<Buffer>,
): Promise<boolean> {
  const storedBytes = await sizeOfLog(attempts, key, 'process')
  const { isWhole, isEmpty } = await beginningOf(open())
  if (isEmpty) return false
  // In a log without its beginning, only their content locates the stored bytes.
  const joint = isWhole
    ? LOG_BEGINS.length + storedBytes
    : await endOf(await tailOf(attempts, key, SEAM), open())
  if (!isWhole && (joint === null || storedBytes === 0)) await attempts.note(key, { log_is_cut: true })
  let at = 0
  for await (const bytes of open()) {
    const from = Math.max(joint ?? 0, at)
    const fresh = bytes.subarray(from - at)
    at += bytes.length
    if (fresh.length > 0) await attempts.appendLog(key, 'process', storedBytes + from - (joint ?? 0), fresh)
  }
  return true
}

async function beginningOf(pieces: AsyncGenerator<Buffer>): Promise<{ isWhole: boolean; isEmpty: boolean }> {
  for await (const first of pieces)
    return { isWhole: first.subarray(0, LOG_BEGINS.length).equals(Buffer.from(LOG_BEGINS)), isEmpty: false }
  return { isWhole: false, isEmpty: true }
}

/** Returns the offset after the bytes in the log, or null if they are not in it. */
async function endOf(bytes: Buffer, pieces: AsyncGenerator<Buffer>): Promise<number | null> {
  let buffered = Buffer.alloc(0)
  let before = 0
  for await (const piece of pieces) {
    buffered = Buffer.concat([buffered, piece])
    const at = buffered.indexOf(bytes)
    if (at >= 0) return before + at + bytes.length
    const passed = Math.max(0, buffered.length - bytes.length + 1)
    before += passed
    buffered = buffered.subarray(passed)
  }
  return null
}

/** Yields pieces of one size, except for the last. @throws ClusterAway also if the answer breaks off */
async function* piecesOf(opening: Promise<Readable | null>): AsyncGenerator<Buffer> {
  const stream = await opening
  let chunks: Buffer[] = []
  let size = 0
  try {
    for await (const bytes of stream ?? []) {
      chunks.push(bytes)
      size += bytes.length
      if (size < CHUNK) continue
      yield Buffer.concat(chunks)
      chunks = []
      size = 0
    }
  } catch (error) {
    throw new ClusterUnavailable(`The cluster ended its answer early (${error}).`)
  }
  if (size > 0) yield Buffer.concat(chunks)
}

/** Follows a log as the engine's `follow` does, from data that pods have sent. */
export async function* followSent(
  attempts: Attempts,
  key: RunKey,
  { type, from, signal }: { type: LogType; from: number; signal: AbortSignal },
): AsyncGenerator<LogChunk> {
  let offset = from
  while (!signal.aborted) {
    // Read first, so that everything sent until the end is read.
    const record = await attempts.find(key)
    const part = await attempts.openLog(key, type, { from: offset })
    for await (const bytes of part?.stream ?? []) {
      yield { offset, bytes }
      offset += bytes.length
      if (signal.aborted) return
    }
    if (record === null || isOver(record)) return
    await attempts.untilLonger(key, type, offset, signal)
  }
}

/** Returns the stored bytes of a log. */
export async function sizeOfLog(
  attempts: Pick<AttemptStore, 'openLog'>,
  key: RunKey,
  type: LogType,
): Promise<number> {
  const log = await attempts.openLog(key, type, { from: 0, to: 0 })
  log?.stream.destroy()
  return log?.size ?? 0
}

async function tailOf(attempts: Attempts, key: RunKey, most: number): Promise<Buffer> {
  const size = await sizeOfLog(attempts, key, 'process')
  const part = await attempts.openLog(key, 'process', { from: Math.max(0, size - most) })
  return part ? buffer(part.stream) : Buffer.alloc(0)
}
