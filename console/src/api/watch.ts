import type { Route } from '@podium/contract/route.ts'
import type { ApiError } from './api-error.ts'

/** A call as it was made, with its idempotency key: making it again does nothing twice. */
export interface MadeCall {
  route: Route
  again: () => Promise<unknown>
}

/** What the application wants to know of calls that fail, wherever they were made. */
export interface Watch {
  /** A mark of the sign-in that is current; null when nobody is signed in. */
  signIn: () => number | null
  /** A call of that sign-in was answered 401. */
  sessionLost: (call: MadeCall, signIn: number) => void
  /** A call was refused in a way that no caller handles by itself: 403, 405, and 422 that no form placed. */
  refused: (error: ApiError) => void
}

const NOBODY: Watch = { signIn: () => null, sessionLost: () => {}, refused: () => {} }
let watch = NOBODY

export function watchCalls(next: Watch): () => void {
  watch = next
  return () => {
    watch = NOBODY
  }
}

export function currentWatch(): Watch {
  return watch
}
