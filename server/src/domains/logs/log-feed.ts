import type { LogChunk } from '@podium/engines/engine.ts'
import { encodedEvent } from '../../http/event-stream.ts'
import { cutAtLines, type Piece } from './log-cutter.ts'

/** A reader with more waiting bytes than this loses its place, and reads on by itself. */
const MAX_WAITING = 1024 * 1024

/** A part of a live log, encoded once for all its followers. */
export interface FedPiece extends Piece {
  event: Buffer
}

/** One reader's subscription to a feed. */
export interface Subscriber {
  /** Returns the next piece; null if there is none, because the log ended or the reader fell behind. */
  next(): Promise<FedPiece | null>
  /** true if the subscription ended because the reader fell behind */
  hasFallenBehind(): boolean
  leave(): void
}

export interface Feed {
  /** offset of the next piece; a reader that is before it first reads up to it by range */
  at(): number
  subscribe(signal: AbortSignal): Subscriber
}

/** Creates the feeds of live logs: each is read and encoded once, from its first reader to its last. */
export function createLogFeeds() {
  const feeds = new Map<string, Feed>()

  /**
   * Returns the feed of a log, or starts one at byte `from`.
   * @param follow reads the log from a byte on until it ends or the signal aborts
   * @param failed gets the error if the log cannot be read on
   */
  return function feedOf(
    key: string,
    from: number,
    follow: (from: number, signal: AbortSignal) => AsyncIterable<LogChunk>,
    failed: (error: unknown) => void,
  ): Feed {
    const feed = feeds.get(key) ?? startFeed(from, follow, failed, () => feeds.delete(key))
    feeds.set(key, feed)
    return feed
  }
}

function startFeed(
  from: number,
  follow: (from: number, signal: AbortSignal) => AsyncIterable<LogChunk>,
  failed: (error: unknown) => void,
  closed: () => void,
): Feed {
  const subscribers = new Set<ReturnType<typeof createSubscriber>>()
  const ending = new AbortController()
  const cutter = cutAtLines(from)
  let at = from

  async function feed(): Promise<void> {
    for await (const { bytes } of follow(from, ending.signal)) {
      const piece = cutter.take(bytes)
      if (!piece) continue
      at = piece.to
      const fed = { ...piece, event: linesEvent(piece) }
      for (const subscriber of subscribers) subscriber.give(fed)
    }
  }

  function close(): void {
    if (!ending.signal.aborted) closed()
    ending.abort()
    for (const subscriber of subscribers) subscriber.leave()
  }

  // Starts only after the first reader has subscribed.
  queueMicrotask(() => void feed().catch(failed).finally(close))
  return {
    at: () => at,
    subscribe(signal) {
      const subscriber = createSubscriber(signal, () => {
        subscribers.delete(subscriber)
        if (subscribers.size === 0) close()
      })
      subscribers.add(subscriber)
      return subscriber
    },
  }
}

/** The event for a piece of a log. */
export function linesEvent({ from, to, text }: Piece): Buffer {
  return encodedEvent('lines', { from, text }, String(to))
}

function createSubscriber(signal: AbortSignal, left: () => void) {
  const waiting: FedPiece[] = []
  let bytes = 0
  let isTaken = true
  let fellBehind = false
  let wake = () => {}

  function leave(): void {
    if (!isTaken) return
    isTaken = false
    signal.removeEventListener('abort', leave)
    wake()
    left()
  }

  signal.addEventListener('abort', leave)
  return {
    give(piece: FedPiece): void {
      if (!isTaken) return
      waiting.push(piece)
      bytes += piece.event.length
      fellBehind = bytes > MAX_WAITING
      if (fellBehind) leave()
      else wake()
    },
    async next(): Promise<FedPiece | null> {
      if (waiting.length === 0 && isTaken)
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      if (signal.aborted) return null
      const piece = waiting.shift() ?? null
      bytes -= piece?.event.length ?? 0
      return piece
    },
    hasFallenBehind: () => fellBehind,
    leave,
  }
}
