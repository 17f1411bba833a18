import type { Route } from '@podium/contract/wire/route.ts'
import type { ApiError } from './api-error.ts'

/** A call with its idempotency key: repeating it does nothing twice. */
export interface MadeCall {
  route: Route
  again: () => Promise<unknown>
}

/** Callbacks of the application for failed calls, wherever they were made. */
export interface Watch {
  /** A number of the current sign-in; null without a session. */
  signIn: () => number | null
  /** Called when a call of that sign-in was answered 401. */
  sessionLost: (call: MadeCall, signIn: number) => void
  /** Called for a refusal that no caller handles: 403, 405, and 422 that no form showed. */
  refused: (error: ApiError) => void
}

const NO_WATCH: Watch = { signIn: () => null, sessionLost: () => {}, refused: () => {} }
let watch = NO_WATCH

export function watchCalls(next: Watch): () => void {
  watch = next
  return () => {
    watch = NO_WATCH
  }
}

export function currentWatch(): Watch {
  return watch
}
