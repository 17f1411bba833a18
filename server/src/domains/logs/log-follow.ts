import type { LogType } from '@podium/engines/engine.ts'
import { hasCode } from '@podium/storage/file-errors.ts'
import type { EventStream } from '../../http/event-stream.ts'
import { keyOf, type RunDeps, type RunLocation, readLocation } from '../run-records/run-row.ts'
import { cutAtLines, type Piece } from './log-cutter.ts'
import { type createLogFeeds, type FedPiece, linesEvent } from './log-feed.ts'
import { LOG_LIMIT } from './log-files.ts'
import { openLog } from './log-source.ts'

/** A reader that is further behind than this is moved to MOVED_TO bytes before the end; in bytes. */
const FURTHEST_BEHIND = 4 * 1024 * 1024
const MOVED_TO = 256 * 1024
const READ_AT_ONCE = 1024 * 1024
/** Interval for checking a run that the engine does not have yet. */
const WAIT_MS = 500

export interface FollowDeps extends RunDeps {
  /** resolves when the run changed, after the time at the latest, or on abort */
  changed(run: string, milliseconds: number, signal: AbortSignal): Promise<void>
  feedOf: ReturnType<typeof createLogFeeds>
  log: { error(fields: object, message: string): void }
}

/** A reader of a log, and how far the log was sent to it. */
export interface LogFollower {
  run: string
  type: LogType
  /** offset after the bytes that were sent */
  at: number
  events: EventStream
}

/**
 * Sends a log from a byte on as it grows, cut at line starts: `lines` {from, text} with the offset after it as id,
 * `skip` {from, to} when a slow reader is moved forward, `end` when the run has ended and everything was sent. After
 * its run emptied the log, it starts again at byte 0. If the run is deleted, no `end` is sent: the next request is
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

/** @returns true if the reader was slow, so that its distance must be checked */
async function sendLive(deps: FollowDeps, location: RunLocation, follower: LogFollower): Promise<boolean> {
  const { run, type, events } = follower
  const key = keyOf(location)
  const feed = deps.feedOf(
    `${run}-${location.attempt}-${type}`,
    follower.at,
    (from, signal) => deps.engine.follow(key, type, from, signal),
    (error) => {
      // an attempt that was just stored is read from the bucket in the next round
      if (!hasCode(error, 'ENOENT'))
        deps.log.error({ err: error, run }, 'a live log cannot be followed any further')
    },
  )
  // Subscribes before reading up to the feed, so that new lines wait here and none is missed.
  const subscriber = feed.subscribe(events.signal)
  try {
    if (follower.at < feed.at() && (await sendUpTo(deps, follower, feed.at()))) return true
    for (let piece = await subscriber.next(); piece; piece = await subscriber.next())
      if (await sendFed(deps, follower, piece)) return true
    return subscriber.hasFallenBehind()
  } finally {
    subscriber.leave()
  }
}

/** Sends the part of a piece that the reader does not have. @returns true if the reader was slow */
async function sendFed(deps: FollowDeps, follower: LogFollower, piece: FedPiece): Promise<boolean> {
  if (piece.to <= follower.at) return false
  // A reader that starts within the piece gets only its part.
  if (piece.from < follower.at) return sendUpTo(deps, follower, piece.to)
  follower.at = piece.to
  return follower.events.sendEncoded(piece.event)
}

/** Sends the bytes up to an offset at which a piece begins. @returns true if the reader was slow */
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
  // once the run is deleted, the incomplete line is not sent either
  if (rest && (await readLocation(deps.database, follower.run))) await sendPiece(follower, rest)
}

/** Moves a reader back to the beginning of a log that was emptied, and forward if it is far behind. */
async function findPlace(deps: FollowDeps, follower: LogFollower): Promise<void> {
  const log = await openLog(deps, follower.run, follower.type)
  // A log that grew past the limit is stored shorter than it was sent.
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
