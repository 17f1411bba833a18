import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { LogChunk, LogType, RunKey } from '../engine.ts'
import { plainLine } from '../plain-line.ts'
import { isOver } from './attempt-change.ts'
import type { AttemptStore } from './attempt-store.ts'
import { ClusterAway, type ClusterClient, ClusterRefusal } from './client.ts'
import { type Pod, pathOf } from './resources.ts'
import { LOG_BEGINS } from './runner/commands.ts'

const TAIL = 8 * 1024
const LONGEST_LINE = 300
/** How much of the end of a log its node is asked for. */
const NEWEST = { tailLines: 20, limitBytes: 4 * 2 ** 20 }
const CHUNK = 256 * 1024
/** Bytes at the end of what has come by which their place in a cut log is found. */
const SEAM = 4096

type Attempts = Pick<AttemptStore, 'find' | 'note' | 'openLog' | 'appendLog' | 'untilLonger'>

/** The last line of the process log that says anything, as plain text; '' where there is none. */
export async function lastLineOf(attempts: Attempts, key: RunKey): Promise<string> {
  return lastLineIn((await tailOf(attempts, key, TAIL)).toString())
}

/** As `lastLineOf`, of what the node has: more than what has come while the pod still sends. */
export async function lastLineOnNode(client: Pick<ClusterClient, 'log'>, pod: Pod): Promise<string> {
  const stream = await client.log(logPathOf(pod), { container: 'main', ...NEWEST })
  return stream ? lastLineIn((await buffer(stream)).toString().replace(LOG_BEGINS, '')) : ''
}

function lastLineIn(text: string): string {
  const lines = text.split(/[\r\n]+/).map((line) => plainLine(line, LONGEST_LINE))
  return lines.findLast((line) => line !== '') ?? ''
}

function logPathOf({ metadata }: Pod): string {
  const { namespace = null, name } = metadata
  return `${pathOf('pods', namespace, name)}/log`
}

/**
 * Takes over from the cluster what the pod did not come to send. What the cluster keeps of a log is cut where it is long, so
 * this is a last resort, and where it is cut the record says so. False where it cannot be had now: its node, or the cluster,
 * does not answer.
 */
export async function takeClusterLog(
  client: Pick<ClusterClient, 'log'>,
  attempts: Attempts,
  { key, pod, limit }: { key: RunKey; pod: Pod; limit: number },
): Promise<boolean> {
  const query = { container: 'main', limitBytes: LOG_BEGINS.length + limit }
  const open = () => piecesOf(client.log(logPathOf(pod), query))
  try {
    return await appendRest(attempts, key, open)
  } catch (error) {
    if (error instanceof ClusterAway) return false
    if (!(error instanceof ClusterRefusal)) throw error
  }
  return true
}

/**
 * A log of nothing is one that its node does not find, as after a restart: even a command that says nothing has a first line.
 * @param open reads the log of the container from its beginning, as far as the cluster has it
 */
async function appendRest(
  attempts: Attempts,
  key: RunKey,
  open: () => AsyncGenerator<Buffer>,
): Promise<boolean> {
  const stored = await sizeOfLog(attempts, key, 'process')
  const { isWhole, isEmpty } = await beginningOf(open())
  if (isEmpty) return false
  // Of a log without its beginning it shows only by its bytes where those that have come end.
  const joint = isWhole ? LOG_BEGINS.length + stored : await endOf(await tailOf(attempts, key, SEAM), open())
  if (!isWhole && (joint === null || stored === 0)) await attempts.note(key, { log_is_cut: true })
  let at = 0
  for await (const bytes of open()) {
    const from = Math.max(joint ?? 0, at)
    const fresh = bytes.subarray(from - at)
    at += bytes.length
    if (fresh.length > 0) await attempts.appendLog(key, 'process', stored + from - (joint ?? 0), fresh)
  }
  return true
}

async function beginningOf(pieces: AsyncGenerator<Buffer>): Promise<{ isWhole: boolean; isEmpty: boolean }> {
  for await (const first of pieces)
    return { isWhole: first.subarray(0, LOG_BEGINS.length).equals(Buffer.from(LOG_BEGINS)), isEmpty: false }
  return { isWhole: false, isEmpty: true }
}

/** Where in the log the bytes end; null where they are not in it. */
async function endOf(bytes: Buffer, pieces: AsyncGenerator<Buffer>): Promise<number | null> {
  let held = Buffer.alloc(0)
  let before = 0
  for await (const piece of pieces) {
    held = Buffer.concat([held, piece])
    const at = held.indexOf(bytes)
    if (at >= 0) return before + at + bytes.length
    const passed = Math.max(0, held.length - bytes.length + 1)
    before += passed
    held = held.subarray(passed)
  }
  return null
}

/** Pieces of one size, but for the last. @throws ClusterAway also where the answer breaks off */
async function* piecesOf(opening: Promise<Readable | null>): AsyncGenerator<Buffer> {
  const stream = await opening
  let held: Buffer[] = []
  let size = 0
  try {
    for await (const bytes of stream ?? []) {
      held.push(bytes)
      size += bytes.length
      if (size < CHUNK) continue
      yield Buffer.concat(held)
      held = []
      size = 0
    }
  } catch (error) {
    throw new ClusterAway(`The cluster ended its answer early (${error}).`)
  }
  if (size > 0) yield Buffer.concat(held)
}

/** As the engine's `follow`, of what pods have sent. */
export async function* followSent(
  attempts: Attempts,
  key: RunKey,
  { type, from, signal }: { type: LogType; from: number; signal: AbortSignal },
): AsyncGenerator<LogChunk> {
  let offset = from
  while (!signal.aborted) {
    // Asked before reading: what was sent until the end is then surely read.
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

/** Bytes that have come of it. */
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
