import type { LogType } from '@podium/engines/engine.ts'
import { hasCode } from '@podium/storage/file-errors.ts'
import type { EventStream } from '../../http/event-stream.ts'
import { keyOf, type RunDeps, type RunLocation, readLocation } from '../run-records/run-row.ts'
import { cutAtLines, type Piece } from './log-cutter.ts'
import { type createLogFeeds, type FedPiece, linesEvent } from './log-feed.ts'
import { LOG_LIMIT } from './log-files.ts'
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
  feedOf: ReturnType<typeof createLogFeeds>
  log: { error(fields: object, message: string): void }
}

/** Who follows which log, and how far it was sent. */
export interface LogFollower {
  run: string
  type: LogType
  /** the byte after what was sent */
  at: number
  events: EventStream
}

/**
 * Sends a log from a byte on as it grows, cut at line starts: `lines` {from, text} with the offset after it as
 * id, `skip` {from, to} where a slow reader was moved forward, `end` when the run has ended and all was sent. Of a
 * log that its run emptied it begins anew at byte 0. Of a run that is deleted no `end` is sent: the next request is
 * answered that it is gone.
 */
export async function sendLog(deps: FollowDeps, follower: LogFollower): Promise<void> {
  const { run, events } = follower
  while (!events.signal.aborted) {
    const location = await readLocation(deps.database, run)
    if (!location) break
    if (location.submitted) await findPlace(deps, follower)
    if (location.ended_at !== null) {
      await sendStored(deps, follower)
      if (await readLocation(deps.database, run)) await events.send('end', {})
      break
    }
    const slow = location.submitted && (await sendLive(deps, location, follower))
    if (!slow) await deps.changed(run, WAIT_MS, events.signal)
  }
  events.end()
}

/** @returns whether the reader was slow: then it is looked at how far it is behind */
async function sendLive(deps: FollowDeps, location: RunLocation, follower: LogFollower): Promise<boolean> {
  const { run, type, events } = follower
  const key = keyOf(location)
  const feed = deps.feedOf(
    `${run}-${location.attempt}-${type}`,
    follower.at,
    (from, signal) => deps.engine.follow(key, type, from, signal),
    (error) => {
      // an attempt that has just been put away is read from the bucket in the next round
      if (!hasCode(error, 'ENOENT'))
        deps.log.error({ err: error, run }, 'a live log cannot be followed any further')
    },
  )
  // Taken before reading up to the feed: new lines wait here, so that none is missed.
  const seat = feed.sit(events.signal)
  try {
    if (follower.at < feed.at() && (await sendUpTo(deps, follower, feed.at()))) return true
    for (let piece = await seat.next(); piece; piece = await seat.next())
      if (await sendFed(deps, follower, piece)) return true
    return seat.hasFallenBehind()
  } finally {
    seat.leave()
  }
}

/** Sends what the reader does not have of a piece. @returns whether the reader was slow */
async function sendFed(deps: FollowDeps, follower: LogFollower, piece: FedPiece): Promise<boolean> {
  if (piece.to <= follower.at) return false
  // A reader that began within the piece gets its own part of it.
  if (piece.from < follower.at) return sendUpTo(deps, follower, piece.to)
  follower.at = piece.to
  return follower.events.sendEncoded(piece.event)
}

/** Sends what stands before a byte at which a piece begins. @returns whether the reader was slow */
async function sendUpTo(deps: FollowDeps, follower: LogFollower, to: number): Promise<boolean> {
  const log = await openLog(deps, follower.run, follower.type)
  const cutter = cutAtLines(follower.at)
  for await (const chunk of await log.read(follower.at, to)) {
    const piece = cutter.take(chunk as Buffer)
    if (piece && (await sendPiece(follower, piece))) return true
  }
  const rest = cutter.rest()
  return rest !== null && sendPiece(follower, rest)
}

async function sendPiece(follower: LogFollower, piece: Piece): Promise<boolean> {
  follower.at = piece.to
  return follower.events.sendEncoded(linesEvent(piece))
}

async function sendStored(deps: FollowDeps, follower: LogFollower): Promise<void> {
  const log = await openLog(deps, follower.run, follower.type)
  const cutter = cutAtLines(follower.at)
  let at = follower.at
  let readTo = -1
  // a log that has been removed keeps its size here and yields nothing
  while (at < log.size && at > readTo && !follower.events.signal.aborted) {
    readTo = at
    for await (const chunk of await log.read(at, Math.min(log.size, at + READ_AT_ONCE))) {
      at += (chunk as Buffer).length
      const piece = cutter.take(chunk as Buffer)
      if (piece) await sendPiece(follower, piece)
    }
  }
  const rest = cutter.rest()
  // once the run is deleted, the begun line is not sent either
  if (rest && (await readLocation(deps.database, follower.run))) await sendPiece(follower, rest)
}

/** Puts a reader back to the beginning of a log that was emptied, and moves one that is far behind forward. */
async function findPlace(deps: FollowDeps, follower: LogFollower): Promise<void> {
  const log = await openLog(deps, follower.run, follower.type)
  // Of a log that grew past the limit less is put away than was sent.
  if (follower.at > log.size && log.size < LOG_LIMIT) follower.at = 0
  if (log.size - follower.at <= FURTHEST_BEHIND) return
  const from = follower.at
  const to = await lineStartAfter(log, log.size - MOVED_TO)
  follower.at = to
  await follower.events.send('skip', { from, to }, String(to))
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
