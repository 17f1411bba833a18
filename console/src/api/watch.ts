import type { Route } from '@podium/contract/wire/route.ts'
import type { ApiError } from './api-error.ts'

/** A call as it was made, with its idempotency key: making it again does nothing twice. */
export interface MadeCall {
  route: Route
  again: () => Promise<unknown>
}

/** What the application wants to know of calls that fail, wherever they were made. */
export interface Watch {
  /** A mark of the sign-in that is current; null without a session. */
  signIn: () => number | null
  /** A call of that sign-in was answered 401. */
  sessionLost: (call: MadeCall, signIn: number) => void
  /** A call was refused in a way that no caller handles by itself: 403, 405, and 422 that no form placed. */
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
