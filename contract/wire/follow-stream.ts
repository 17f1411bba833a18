import type { Clock } from './clock.ts'
import { readEvents, type ServerEvent } from './server-events.ts'

/** The server sends a heartbeat every 15 seconds: a connection without a byte for longer than this is dead. */
export const SILENCE_MS = 40_000
const PAUSES_MS = [500, 1000, 2000, 5000] as const
/** A stream that lived this long was a good one: a break does not lengthen the next pause. */
const GOOD_MS = 10_000
const ENDS_AT_ONCE = 'The server, or a gateway in front of it, ends each stream as soon as it is opened.'

export interface Following {
  /**
   * Opens the stream after the event with this id; '' means from the beginning.
   * @throws the error that prevents it
   */
  open(lastEventId: string, signal: AbortSignal): Promise<ReadableStream<Uint8Array>>
  /** True if the stream may open later. Any other failure ends the following. */
  mayPass(error: unknown): boolean
  onEvent(event: ServerEvent): void
  /** called with false when a stream breaks, true when it is back; not when a stopping server hands over */
  onConnection?(connected: boolean): void
  /** called with the first failure of each period without a working stream */
  onAway?(error: unknown): void
  /** how long to retry before the error is thrown; forever without it */
  patienceMs?: number
  /** the event id from which to continue */
  lastEventId?: string
  clock: Clock
}

/**
 * Follows a stream of server-sent events until the signal aborts. A broken or silent connection is reopened after the
 * last event.
 * @throws the error that refused the stream permanently, or for longer than the patience
 */
export async function followStream(following: Following, signal: AbortSignal): Promise<void> {
  const { clock, onConnection, onAway, patienceMs = Number.POSITIVE_INFINITY } = following
  const at = { id: following.lastEventId ?? '' }
  let failures = 0
  let awaySince: number | undefined
  while (!signal.aborted) {
    const end = await readUntilCut(following, at, signal)
    if (signal.aborted) return
    if (end.retryMs === undefined) onConnection?.(false)
    if (end.isGood) {
      failures = 0
      awaySince = undefined
    }
    const pause = pauseAfter(failures, clock)
    failures += 1
    if (!end.isGood) {
      if (awaySince === undefined) onAway?.(end.error)
      awaySince ??= clock.now()
      if (clock.now() + pause > awaySince + patienceMs) throw end.error
    }
    // a gateway may ask for no pause and end each stream at once
    const requested = end.retryMs ?? pause
    await clock.pause(end.isGood ? requested : Math.max(requested, pause), signal)
  }
}

/** Up to half of the pause is subtracted at random, so that a returning server does not get all clients at once. */
function pauseAfter(failures: number, clock: Clock): number {
  const pause = PAUSES_MS[Math.min(failures, PAUSES_MS.length - 1)] ?? 0
  return pause * (1 - clock.random() / 2)
}

interface End {
  /** true if the stream delivered something or lived long */
  isGood: boolean
  /** the pause that the server asked for */
  retryMs?: number | undefined
  error?: unknown
}

async function readUntilCut(following: Following, at: { id: string }, signal: AbortSignal): Promise<End> {
  const { open, mayPass, onEvent, onConnection, clock } = following
  const silence = watchSilence(clock)
  const cut = AbortSignal.any([signal, silence.signal])
  let body: ReadableStream<Uint8Array>
  try {
    body = await open(at.id, cut)
  } catch (error) {
    silence.end()
    if (!cut.aborted && !mayPass(error)) throw error
    return { isGood: false, error }
  }
  onConnection?.(true)
  const openedAt = clock.now()
  const end: End = { isGood: false, error: new Error(ENDS_AT_ONCE) }
  const onRetry = (ms: number) => {
    end.retryMs = ms
  }
  const events = readEvents(body, { onRetry, onBytes: silence.heard, signal: cut })
  try {
    for (let event = await nextOf(events); event && !signal.aborted; event = await nextOf(events)) {
      end.isGood = true
      at.id = event.id || at.id
      onEvent(event)
    }
  } finally {
    silence.end()
    await events.return(undefined)
  }
  end.isGood ||= clock.now() - openedAt >= GOOD_MS
  if (silence.signal.aborted) end.retryMs = undefined
  return end
}

/** The next event; null if the stream ended or broke. */
async function nextOf(events: AsyncGenerator<ServerEvent>): Promise<ServerEvent | null> {
  try {
    const { value, done } = await events.next()
    return done ? null : value
  } catch {
    return null
  }
}

/** Aborts its signal after too long a silence. */
function watchSilence(clock: Clock) {
  const silent = new AbortController()
  let heardAt = clock.now()
  let callOff = clock.after(SILENCE_MS, look)

  function look(): void {
    const left = heardAt + SILENCE_MS - clock.now()
    if (left <= 0) silent.abort(new Error('The connection is silent.'))
    else callOff = clock.after(left, look)
  }

  return {
    signal: silent.signal,
    heard() {
      heardAt = clock.now()
    },
    end: () => callOff(),
  }
}
