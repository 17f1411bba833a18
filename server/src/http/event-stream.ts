import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { PassThrough, type Readable } from 'node:stream'

/** Server-sent events for one reader. */
export interface EventStream {
  /** the body of the reply */
  readable: Readable
  /** aborts when the reader is gone or the stream was ended */
  signal: AbortSignal
  /**
   * Sends one event and waits until the reader has room for the next.
   * @returns true if it had to wait
   */
  send(event: string, data: unknown, id?: string): Promise<boolean>
  /** Sends an event that was encoded once for all readers. */
  sendEncoded(event: Buffer): Promise<boolean>
  /** Ends the stream. With `retry_ms` the reader is asked to reconnect after that time. */
  end(retry_ms?: number): void
}

export interface EventStreamOptions {
  /** checked repeatedly while the stream is open, and before an event; the stream ends when it returns false */
  stillAllowed(): Promise<boolean>
  recheckMs?: number
  /** maximum age of the last check when an event is sent */
  freshMs?: number
  heartbeatMs?: number
}

/** Read permission is checked this often, so a revoked reader receives nothing for more than about a second. */
const RECHECK_MS = 750
const FRESH_MS = 1_000
const HEARTBEAT_MS = 15_000

/** Opens a stream that sends its first bytes at once, ends with the reader's permission, and leaves no timer. */
export function openEventStream(options: EventStreamOptions): EventStream {
  const { recheckMs = RECHECK_MS, freshMs = FRESH_MS, heartbeatMs = HEARTBEAT_MS } = options
  let checkedAt = performance.now()
  let checking: Promise<void> | null = null
  const body = new PassThrough({ highWaterMark: 256 * 1024 })
  const gone = new AbortController()
  const heartbeat = setInterval(() => body.writableLength === 0 && body.write(':\n\n'), heartbeatMs)
  const stopRechecking = everyRound(recheckMs, check)
  body.once('close', () => {
    clearInterval(heartbeat)
    stopRechecking()
    gone.abort()
  })
  body.on('error', () => undefined)
  body.write(': open\n\n')

  function check(): Promise<void> {
    checking ??= ask().finally(() => {
      checking = null
    })
    return checking
  }

  async function ask(): Promise<void> {
    const now = performance.now()
    try {
      if (!(await options.stillAllowed())) end()
      checkedAt = now
    } catch {
      // while the database is away the permission is unknown; the next check decides
    }
  }

  function end(retry_ms?: number): void {
    if (!body.writableEnded) body.end(retry_ms === undefined ? undefined : `retry: ${retry_ms}\n\n`)
    gone.abort()
  }

  async function sendEncoded(event: Buffer): Promise<boolean> {
    if (performance.now() - checkedAt > freshMs) await check()
    if (gone.signal.aborted || body.destroyed) return false
    if (body.write(event)) return false
    await once(body, 'drain', { signal: gone.signal }).catch(() => undefined)
    return true
  }

  return {
    readable: body,
    signal: gone.signal,
    send: (event, data, id) => sendEncoded(encodedEvent(event, data, id)),
    sendEncoded,
    end,
  }
}

/** A part of a shared stream: its end is sent as an event named after it and leaves the stream open. */
export function partOf(events: EventStream, name: string): EventStream {
  return {
    ...events,
    send: (event, data, id) => events.send(event === 'end' ? `${name}_end` : event, data, id),
    end() {},
  }
}

/** An event as bytes; its data is JSON. */
export function encodedEvent(event: string, data: unknown, id?: string): Buffer {
  const lines = [
    `event: ${event}`,
    ...(id === undefined ? [] : [`id: ${id}`]),
    `data: ${JSON.stringify(data)}`,
  ]
  return Buffer.from(`${lines.join('\n')}\n\n`)
}

interface Rounds {
  all: Set<() => void>
  timer: NodeJS.Timeout
}

const rounds = new Map<number, Rounds>()

/**
 * Calls `work` repeatedly, at the same moments as all others with the same pause, so that their queries can be
 * combined. The first call comes after one pause at most.
 * @returns a function that stops it
 */
export function everyRound(pauseMs: number, work: () => void): () => void {
  const joined = rounds.get(pauseMs) ?? startRounds(pauseMs)
  joined.all.add(work)
  return () => {
    joined.all.delete(work)
    if (joined.all.size > 0 || rounds.get(pauseMs) !== joined) return
    clearInterval(joined.timer)
    rounds.delete(pauseMs)
  }
}

function startRounds(pauseMs: number): Rounds {
  const all = new Set<() => void>()
  const timer = setInterval(() => {
    for (const work of [...all]) work()
  }, pauseMs)
  const started = { all, timer }
  rounds.set(pauseMs, started)
  return started
}

const MAX_PER_SESSION = 20
const MAX_RETRY_MS = 500

/** The open streams: each session keeps the newest twenty. */
export function createOpenStreams(most = MAX_PER_SESSION) {
  const open = new Map<string, Set<EventStream>>()

  return {
    /** Adds a stream, and ends the session's oldest one if there are too many. */
    add(session: string, stream: EventStream): void {
      const streams = open.get(session) ?? new Set()
      open.set(session, streams.add(stream))
      const [oldest] = streams
      if (streams.size > most && oldest) {
        streams.delete(oldest)
        oldest.end()
      }
    },

    remove(session: string, stream: EventStream): void {
      const streams = open.get(session)
      streams?.delete(stream)
      if (streams?.size === 0) open.delete(session)
    },

    /** Ends all streams of a stopping server. Readers reconnect to another one soon, but not all at the same moment. */
    endAll(): void {
      for (const streams of open.values()) for (const stream of streams) stream.end(randomInt(MAX_RETRY_MS))
    },
  }
}
