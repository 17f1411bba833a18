import { type RunSpec, StartRefused } from '../../engine.ts'
import { plainLine } from '../../plain-line.ts'
import type { Attempt } from '../attempt.ts'
import { Deferred } from '../deferred.ts'
import { asFullDisk } from '../disk.ts'
import { codeOf } from '../json-file.ts'
import type { EarlyEnd } from '../record-shapes.ts'
import { RetryLater } from '../retry-later.ts'

/** With five seconds between them, which covers the time in which a store comes back. */
const MAX_TRIES = 60
const MAX_REASON_LENGTH = 1000

/** Progress of an attempt whose supervisor has not begun. */
export type StartState = 'in progress' | 'stopped' | { waits_for: string } | { end: EarlyEnd }

export interface Starting {
  /** Prepares and starts in the background, once. Returns the progress. */
  advance(attempt: Attempt, spec: RunSpec, stopRequested: boolean): Promise<StartState>
  forget(attempt: Attempt): void
  /** Stops preparing here; a later engine continues. */
  close(): Promise<void>
}

/** The state of a supervisor, as known to the engine that started it. */
export interface Started {
  /** Returns why it began nothing, once it has ended; null while it may begin. */
  notBegun(): Promise<unknown>
}

interface Start {
  control: AbortController
  finished: Promise<void>
  state: 'preparing' | 'started' | 'failed'
  started: Started | null
  end: EarlyEnd | null
  waits_for: string | null
  retryAt: number
  tries: number
}

export interface StartingOptions {
  /** Prepares the attempt and starts its supervisor. Repeated if it throws anything but StartRefused and Deferred. */
  start: (attempt: Attempt, spec: RunSpec, signal: AbortSignal) => Promise<Started>
  retryMs: number
  log: (message: string, details: Record<string, unknown>) => void
  /** called on news of the attempt */
  wake: (attempt: Attempt) => void
}

export function createStarting({ start: startOne, retryMs, log, wake }: StartingOptions): Starting {
  const starts = new Map<string, Start>()
  let closed = false

  async function tryToStart(attempt: Attempt, spec: RunSpec, start: Start): Promise<void> {
    const { signal } = start.control
    try {
      start.started = await startOne(attempt, spec, signal)
      start.state = 'started'
    } catch (error) {
      if (signal.aborted) start.state = 'failed'
      else fail(attempt, start, await asFullDisk(error, attempt.directory.root).catch(() => error))
    }
    wake(attempt)
  }

  function fail(attempt: Attempt, start: Start, error: unknown): void {
    start.state = 'failed'
    start.retryAt = performance.now() + retryMs
    if (error instanceof RetryLater) {
      // A disk may stay full for days.
      start.waits_for = error.message
      start.tries -= 1
      return
    }
    start.end = finalEnd(error)
    if (start.end !== null) return
    log('A run could not be prepared; trying again.', { ...attempt.key, error: String(error) })
    if (start.tries === MAX_TRIES)
      start.end = {
        outcome: 'failed',
        reason: `The run could not be prepared, tried ${MAX_TRIES} times: ${messageOf(error)}. Start it again later.`,
      }
  }

  function begin(attempt: Attempt, spec: RunSpec): void {
    const last = starts.get(attempt.directory.root)
    const start: Start = {
      control: new AbortController(),
      finished: Promise.resolve(),
      state: 'preparing',
      started: null,
      end: null,
      waits_for: last?.waits_for ?? null,
      retryAt: 0,
      tries: (last?.tries ?? 0) + 1,
    }
    starts.set(attempt.directory.root, start)
    start.finished = tryToStart(attempt, spec, start)
  }

  return {
    async advance(attempt, spec, stopRequested) {
      const start = starts.get(attempt.directory.root)
      if (stopRequested) {
        start?.control.abort()
        await start?.finished
        return start?.state === 'started' ? 'in progress' : 'stopped'
      }
      const error = start?.state === 'started' ? await start.started?.notBegun() : null
      if (start && error) fail(attempt, start, error)
      if (start?.end) return { end: start.end }
      const isDue = !start || (start.state === 'failed' && performance.now() >= start.retryAt)
      if (isDue && !closed) begin(attempt, spec)
      return start?.waits_for ? { waits_for: start.waits_for } : 'in progress'
    },
    forget(attempt) {
      starts.delete(attempt.directory.root)
    },
    async close() {
      closed = true
      for (const start of starts.values()) start.control.abort()
      await Promise.all([...starts.values()].map(({ finished }) => finished))
    },
  }
}

/** Returns the end of an attempt that this error keeps from starting, or null if another try may help. */
function finalEnd(error: unknown): EarlyEnd | null {
  if (error instanceof Deferred) return { outcome: 'deferred', reason: error.message }
  const reason = finalReason(error)
  return reason === null ? null : { outcome: 'failed', reason }
}

/** Returns why the run can never start, or null if another try may help. */
function finalReason(error: unknown): string | null {
  // The message may quote an archive or a command.
  if (error instanceof StartRefused) return plainLine(error.message, MAX_REASON_LENGTH)
  if (codeOf(error) === 'E2BIG')
    return "The pipeline's command is longer than this machine can start: give the program a file to read instead."
  return null
}

/** Names a system error by its code, because its message may contain paths of the server. */
function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return codeOf(error) ?? message.replace(/\.$/, '')
}
