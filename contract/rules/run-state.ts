/** The states of a run, the allowed transitions, and the actions that each state allows. */

export const RUN_STATES = ['queued', 'starting', 'running', 'succeeded', 'failed', 'stopped'] as const
export type RunState = (typeof RUN_STATES)[number]

export const LIVE_STATES = ['queued', 'starting', 'running'] as const satisfies RunState[]
export const ENDED_STATES = ['succeeded', 'failed', 'stopped'] as const satisfies RunState[]
export type EndedState = (typeof ENDED_STATES)[number]

/** A preempted run returns from running to queued as its next attempt, a deferred one from starting as the same. */
const MOVES: Record<RunState, readonly RunState[]> = {
  queued: ['starting', 'failed', 'stopped'],
  starting: ['running', 'succeeded', 'failed', 'stopped', 'queued'],
  running: ['succeeded', 'failed', 'stopped', 'queued'],
  succeeded: [],
  failed: [],
  stopped: [],
}

/** True if the transition is allowed. An ended run has none. */
export function mayMove(from: RunState, to: RunState): boolean {
  return MOVES[from].includes(to)
}

/** True if the run has not ended. */
export function isLive(state: RunState): boolean {
  return (LIVE_STATES as readonly RunState[]).includes(state)
}

/** Sentences of runs that Podium itself is processing. Any other sentence of a starting run says what it waits for. */
export const sentences = {
  getting_ready: 'Getting its code and data ready.',
  keeping: 'Its program has ended; its output is being saved.',
}

/** The actions a person may request in each state, used by the service, the buttons and the tests. */
export const runCan = {
  stop: LIVE_STATES,
  retry: ENDED_STATES,
  delete: ENDED_STATES,
} as const satisfies Record<string, readonly RunState[]>

/** The words that polling clients of the wire contract know. Any other word makes them abort. */
export type WireStatus = 'pending' | 'running' | 'succeeded' | 'failed'

/** The wire's word for a state: queued and starting are pending, stopped is failed. */
export function wireStatus(state: RunState): WireStatus {
  if (state === 'queued' || state === 'starting') return 'pending'
  if (state === 'stopped') return 'failed'
  return state
}

/** The console's word for a state: running is training, starting is queued. */
export type ShownState = 'queued' | 'training' | 'succeeded' | 'failed' | 'stopped'

export function shownState(state: RunState): ShownState {
  if (state === 'queued' || state === 'starting') return 'queued'
  if (state === 'running') return 'training'
  return state
}
