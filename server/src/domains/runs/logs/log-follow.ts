import type { LogType } from '@podium/engines/engine.ts'
import { hasCode } from '@podium/storage/file-errors.ts'
import type { EventStream } from '../events/event-stream.ts'
import { keyOf, type RunDeps, readPlace } from '../run-row.ts'
import { cutAtLines, type LineCutter } from './log-lines.ts'
import { openLog } from './log-source.ts'

/** A reader further behind than this is moved forward, to this far before the end; in bytes. */
const FURTHEST_BEHIND = 4 * 1024 * 1024
const MOVED_TO = 256 * 1024
const READ_AT_ONCE = 1024 * 1024
/** How often a run that the engine does not have yet is looked at again. */
const WAIT_MS = 500

export interface FollowDeps extends RunDeps {
  /** resolves when the run changed, after the time at the latest, or on abort */
  changed(run: string, milliseconds: number, signal: AbortSignal): Promise<void>
}

/**
 * Sends a log from a byte on as it grows, cut at line starts: `lines` {from, text} with the offset after it as
 * id, `skip` {from, to} where a slow reader was moved forward, `end` when the run has ended and all was sent. Of a
 * run that is deleted meanwhile no `end` is sent: whoever asks again hears that it is gone.
 */
export async function sendLog(
  deps: FollowDeps,
  run: string,
  type: LogType,
  from: number,
  events: EventStream,
): Promise<void> {
  const state = { at: from, cutter: cutAtLines(from) }
  let slow = true
  while (!events.signal.aborted) {
    const place = await readPlace(deps.database, run)
    if (!place) break
    if (slow) await moveForward(deps, run, type, state, events)
    slow = false
    if (place.ended_at !== null) {
      await sendStored(deps, run, type, state, events)
      if (await readPlace(deps.database, run)) await sendEnd(state.cutter, events)
      break
    }
    if (place.submitted) slow = await sendLive(deps, keyOf(place), type, state, events)
    if (!slow) await deps.changed(run, WAIT_MS, events.signal)
  }
  events.end()
}

interface State {
  /** the next byte to read */
  at: number
  cutter: LineCutter
}

/** @returns whether the reader was slow: then it is looked at how far it is behind */
async function sendLive(
  { engine }: FollowDeps,
  key: ReturnType<typeof keyOf>,
  type: LogType,
  state: State,
  events: EventStream,
): Promise<boolean> {
  try {
    for await (const { offset, bytes } of engine.follow(key, type, state.at, events.signal)) {
      state.at = offset + bytes.length
      if (await sendPiece(state.cutter, bytes, events)) return true
    }
  } catch (error) {
    // an attempt that has just been put away is read from the bucket in the next round
    if (!hasCode(error, 'ENOENT')) throw error
  }
  return false
}

async function sendStored(
  deps: FollowDeps,
  run: string,
  type: LogType,
  state: State,
  events: EventStream,
): Promise<void> {
  const log = await openLog(deps, run, type)
  let readTo = -1
  // a log that is removed meanwhile keeps its size here and yields nothing
  while (state.at < log.size && state.at > readTo && !events.signal.aborted) {
    readTo = state.at
    const to = Math.min(log.size, state.at + READ_AT_ONCE)
    for await (const chunk of await log.read(state.at, to)) {
      state.at += (chunk as Buffer).length
      await sendPiece(state.cutter, chunk as Buffer, events)
    }
  }
}

async function moveForward(
  deps: FollowDeps,
  run: string,
  type: LogType,
  state: State,
  events: EventStream,
): Promise<void> {
  const log = await openLog(deps, run, type)
  if (log.size - state.at <= FURTHEST_BEHIND) return
  const from = state.at
  const to = await lineStartAfter(log, log.size - MOVED_TO)
  state.at = to
  state.cutter = cutAtLines(to)
  await events.send('skip', { from, to }, String(to))
}

async function lineStartAfter(log: Awaited<ReturnType<typeof openLog>>, offset: number): Promise<number> {
  let at = offset
  for await (const chunk of await log.read(offset, log.size)) {
    const newline = (chunk as Buffer).indexOf(10)
    if (newline !== -1) return at + newline + 1
    at += (chunk as Buffer).length
  }
  return offset
}

async function sendPiece(cutter: LineCutter, bytes: Buffer, events: EventStream): Promise<boolean> {
  const piece = cutter.take(bytes)
  return piece === null
    ? false
    : events.send('lines', { from: piece.from, text: piece.text }, String(piece.to))
}

async function sendEnd(cutter: LineCutter, events: EventStream): Promise<void> {
  const rest = cutter.rest()
  if (rest) await events.send('lines', { from: rest.from, text: rest.text }, String(rest.to))
  await events.send('end', {})
}
