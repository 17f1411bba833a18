/** The states of a run, the only moves between them, and what each state allows. */

export const RUN_STATES = ['queued', 'starting', 'running', 'succeeded', 'failed', 'stopped'] as const
export type RunState = (typeof RUN_STATES)[number]

export const LIVE_STATES = ['queued', 'starting', 'running'] as const satisfies RunState[]
export const ENDED_STATES = ['succeeded', 'failed', 'stopped'] as const satisfies RunState[]
export type EndedState = (typeof ENDED_STATES)[number]

/** A preempted run goes back from running to queued, as its next attempt; a deferred one from starting, as the same. */
const MOVES: Record<RunState, readonly RunState[]> = {
  queued: ['starting', 'failed', 'stopped'],
  starting: ['running', 'succeeded', 'failed', 'stopped', 'queued'],
  running: ['succeeded', 'failed', 'stopped', 'queued'],
  succeeded: [],
  failed: [],
  stopped: [],
}

/** Whether the state machine knows the move. An ended run never moves again. */
export function mayMove(from: RunState, to: RunState): boolean {
  return MOVES[from].includes(to)
}

/** Whether the run has not ended yet. */
export function isLive(state: RunState): boolean {
  return (LIVE_STATES as readonly RunState[]).includes(state)
}

/** Sentences of runs that are under way in Podium's hands. Any other one of a starting run says what it waits for. */
export const sentences = {
  getting_ready: 'Getting its code and data ready.',
  keeping: 'Its program has ended; its output is being saved.',
}

/** What a person may ask of a run in each state: read by the service, the button and the test. */
export const runCan = {
  stop: LIVE_STATES,
  retry: ENDED_STATES,
  delete: ENDED_STATES,
} as const satisfies Record<string, readonly RunState[]>

/** The words that polling clients of the wire contract know. Anything else makes them abort. */
export type WireStatus = 'pending' | 'running' | 'succeeded' | 'failed'

/** The word of the wire for a state: queued and starting are pending, stopped answers failed. */
export function wireStatus(state: RunState): WireStatus {
  if (state === 'queued' || state === 'starting') return 'pending'
  if (state === 'stopped') return 'failed'
  return state
}

/** The word and icon of the console: everything under way is training, but waiting ones say queued. */
export type ShownState = 'queued' | 'training' | 'succeeded' | 'failed' | 'stopped'

/** The console's word for a state. */
export function shownState(state: RunState): ShownState {
  if (state === 'queued' || state === 'starting') return 'queued'
  if (state === 'running') return 'training'
  return state
}
