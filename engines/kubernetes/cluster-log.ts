import type { Readable } from 'node:stream'
import type { LogChunk, LogType, RunKey } from '../engine.ts'
import { plainLine } from '../plain-line.ts'
import type { AttemptStore } from './attempt-store.ts'
import { ClusterAway, type ClusterClient, ClusterRefusal } from './client.ts'
import { type Pod, pathOf } from './resources.ts'

const TAIL = 8 * 1024
const LONGEST_LINE = 300
const CHUNK = 256 * 1024

type Attempts = Pick<AttemptStore, 'find' | 'openLog' | 'appendLog' | 'untilLonger'>

/** The last line of the process log that says anything, as plain text; '' where there is none. */
export async function lastLineOf(attempts: Attempts, key: RunKey): Promise<string> {
  const size = await sizeOf(attempts, key)
  const part = await attempts.openLog(key, 'process', { from: Math.max(0, size - TAIL) })
  const text = part ? Buffer.concat(await allOf(part.stream)).toString() : ''
  const lines = text.split(/[\r\n]+/).map((line) => plainLine(line, LONGEST_LINE))
  return lines.findLast((line) => line !== '') ?? ''
}

/**
 * Takes over from the cluster what the pod did not come to send. What the cluster keeps of a log is cut where it is long, so
 * this is a last resort. False where it cannot be had now: its node, or the cluster, does not answer.
 */
export async function takeClusterLog(
  client: Pick<ClusterClient, 'log'>,
  attempts: Attempts,
  { key, pod, limit }: { key: RunKey; pod: Pod; limit: number },
): Promise<boolean> {
  const { namespace = null, name } = pod.metadata
  const asked = { container: 'main', limitBytes: limit }
  let bytes: Buffer
  try {
    const stream = await client.log(`${pathOf('pods', namespace, name)}/log`, asked)
    bytes = Buffer.concat(stream ? await allOf(stream) : [])
  } catch (error) {
    if (error instanceof ClusterAway) return false
    if (error instanceof ClusterRefusal) return true
    throw error
  }
  let offset = 0
  for (const chunk of chunksOf(bytes)) {
    await attempts.appendLog(key, 'process', offset, chunk)
    offset += chunk.length
  }
  return true
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
    if (record === null || record.is_complete) return
    await attempts.untilLonger(key, type, offset, signal)
  }
}

async function sizeOf(attempts: Attempts, key: RunKey): Promise<number> {
  const log = await attempts.openLog(key, 'process', { from: 0, to: 0 })
  log?.stream.destroy()
  return log?.size ?? 0
}

function* chunksOf(bytes: Buffer): Generator<Buffer> {
  for (let from = 0; from < bytes.length; from += CHUNK) yield bytes.subarray(from, from + CHUNK)
}

async function allOf(stream: Readable): Promise<Buffer[]> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(Buffer.from(chunk))
  return chunks
}
