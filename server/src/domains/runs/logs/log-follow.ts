import type { LogType } from '@podium/engines/engine.ts'
import { hasCode } from '@podium/storage/file-errors.ts'
import type { EventStream } from '../events/event-stream.ts'
import { keyOf, type RunDeps, readLocation } from '../run-row.ts'
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
 * run that is deleted no `end` is sent: the next request is answered that it is gone.
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
    const place = await readLocation(deps.database, run)
    if (!place) break
    if (slow) await moveForward(deps, run, type, state, events)
    slow = false
    if (place.ended_at !== null) {
      await sendStored(deps, run, type, state, events)
      if (await readLocation(deps.database, run)) await sendEnd(state.cutter, events)
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
  // a log that has been removed keeps its size here and yields nothing
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

const NEWLINE = 10
/** A line that has not ended is held back up to this many bytes. */
const LONGEST_HELD = 64 * 1024

export interface Piece {
  /** where the first byte of `text` stands in the log */
  from: number
  /** where the log goes on after it */
  to: number
  text: string
}

export interface LineCutter {
  /** Takes the next bytes and gives the whole lines so far, or null. */
  take(bytes: Buffer): Piece | null
  /** What was held back, when nothing more will come. */
  rest(): Piece | null
}

/** Cuts a growing log at line starts, from the given offset on; never inside a character. */
export function cutAtLines(from: number): LineCutter {
  let held: Buffer = Buffer.alloc(0)
  let offset = from

  function give(length: number): Piece | null {
    if (length === 0) return null
    const piece = { from: offset, to: offset + length, text: held.subarray(0, length).toString('utf8') }
    held = held.subarray(length)
    offset += length
    return piece
  }

  return {
    take(bytes) {
      held = held.length === 0 ? bytes : Buffer.concat([held, bytes])
      const whole = held.lastIndexOf(NEWLINE) + 1
      if (whole > 0) return give(whole)
      return held.length > LONGEST_HELD ? give(wholeCharacters(held)) : null
    },
    rest: () => give(held.length),
  }
}

/** How many of the bytes end with a whole UTF-8 character. */
function wholeCharacters(bytes: Buffer): number {
  let end = bytes.length
  while (end > bytes.length - 4 && isContinuation(bytes[end - 1])) end -= 1
  const lead = bytes[end - 1]
  if (lead === undefined || lead < 0xc0) return bytes.length
  const needed = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2
  return bytes.length - (end - 1) >= needed ? bytes.length : end - 1
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x80 && byte < 0xc0
}
