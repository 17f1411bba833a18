import { ENDED_STATES, type EndedState } from '@podium/contract/rules/run-state.ts'
import type { Family } from './exposition.ts'
import { createCounter, createHistogram } from './instruments.ts'

const CALL_SECONDS = [0.01, 0.05, 0.25, 1, 5]
const RUN_SECONDS = [1, 10, 60, 300, 1_800, 7_200, 28_800]
/** A run that another server continues leaves its entry behind; this limits how many are kept. */
const MAX_STARTING = 10_000

interface ClaimedRun {
  id: string
  /** null if it was never claimed before */
  granted_cpu: number | null
  /** ISO-8601 */
  created_at: string
}

export type Metrics = ReturnType<typeof createMetrics>

/** Metrics that this server counts. No label refers to a person or record, so the number of series is bounded. */
export function createMetrics() {
  const calls = createCounter({
    name: 'podium_calls_total',
    help: 'Calls by operation of the OpenAPI document and status; "none": the client left before the answer.',
  })
  const durations = createHistogram(
    {
      name: 'podium_call_duration_seconds',
      help: 'Time from the head of a call to the end of its answer, without live streams.',
    },
    CALL_SECONDS,
  )
  const refusedSignIns = createCounter(
    { name: 'podium_sign_ins_failed_total', help: 'Sign-ins with a password that were refused.' },
    [{}],
  )
  const ended = createCounter(
    { name: 'podium_runs_ended_total', help: 'Runs that this server saw end, by outcome.' },
    ENDED_STATES.map((outcome) => ({ outcome })),
  )
  const waits = createHistogram(
    { name: 'podium_run_wait_seconds', help: 'Time that runs waited in the queue.' },
    RUN_SECONDS,
    [{}],
  )
  const starts = createHistogram(
    {
      name: 'podium_run_startup_seconds',
      help: 'Time from the end of the queue until the program of a run began.',
    },
    RUN_SECONDS,
    [{}],
  )
  let streams = 0
  const starting = new Map<string, number>()

  return {
    /** @param seconds null for a live stream, whose duration depends on its reader */
    callEnded(operation: string, status: string, seconds: number | null): void {
      calls.count({ operation, status })
      if (seconds !== null) durations.observe(seconds, { operation })
    },
    signInRefused: () => refusedSignIns.count(),
    streamOpened: () => {
      streams += 1
    },
    streamClosed: () => {
      streams -= 1
    },

    runClaimed({ id, granted_cpu, created_at }: ClaimedRun): void {
      const now = Date.now()
      // a run that returned to the queue has not waited since its creation
      if (granted_cpu === null) waits.observe(secondsBetween(Date.parse(created_at), now))
      starting.set(id, now)
      const [oldest] = starting.keys()
      if (starting.size > MAX_STARTING && oldest !== undefined) starting.delete(oldest)
    },
    runBegan(id: string): void {
      const claimed = starting.get(id)
      if (claimed !== undefined) starts.observe(secondsBetween(claimed, Date.now()))
      starting.delete(id)
    },
    runEnded(id: string, outcome: EndedState): void {
      ended.count({ outcome })
      starting.delete(id)
    },

    families: (): Family[] => [
      ...[calls, durations, refusedSignIns].map(({ family }) => family()),
      {
        name: 'podium_live_streams',
        help: 'Open event streams, through which pages follow runs, logs and curves.',
        type: 'gauge',
        samples: [{ labels: {}, value: streams }],
      },
      ...[ended, waits, starts].map(({ family }) => family()),
    ],
  }
}

/** Never negative, because the clocks of server and database may differ a little. */
function secondsBetween(from: number, to: number): number {
  return Math.max(0, (to - from) / 1000)
}
