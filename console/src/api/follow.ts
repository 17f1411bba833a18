import type { AddressOf } from '@podium/contract/call.ts'
import type { Route } from '@podium/contract/route.ts'
import { readEvents, type ServerEvent } from '@podium/contract/server-events.ts'
import { addressOf } from './address-of.ts'
import { ApiError } from './api-error.ts'
import { currentWatch } from './watch.ts'

export interface Follower {
  onEvent: (event: ServerEvent) => void
  /** false while the connection is broken and tried again */
  onConnection?: (connected: boolean) => void
  /** the server refuses the stream for good (gone, not allowed, signed out); nothing follows */
  onRefused?: (error: ApiError) => void
  /** where to go on, as an earlier event's id */
  lastEventId?: string
}

const WAITS_MS = [500, 1000, 2000, 5000] as const

/** Follows a stream of server-sent events, through broken connections, until the returned function is called. */
export function follow<R extends Route>(route: R, args: AddressOf<R>, follower: Follower): () => void {
  const stopped = new AbortController()
  void keepFollowing(route, addressOf(route, args), follower, stopped.signal)
  return () => stopped.abort()
}

async function keepFollowing(route: Route, address: string, follower: Follower, signal: AbortSignal) {
  let lastEventId = follower.lastEventId ?? ''
  let failures = 0
  while (!signal.aborted) {
    const signIn = currentWatch().signIn()
    try {
      const response = await fetch(address, {
        headers: { accept: 'text/event-stream', ...(lastEventId && { 'last-event-id': lastEventId }) },
        signal,
      })
      if (response.ok && response.body) {
        follower.onConnection?.(true)
        const retries: number[] = []
        for await (const event of readEvents(response.body, (ms) => retries.push(ms))) {
          failures = 0
          lastEventId = event.id || lastEventId
          follower.onEvent(event)
        }
        // A server that stops: another one goes on, and nothing is broken until that fails.
        const retryMs = retries.at(-1)
        if (retryMs !== undefined) {
          await wait(retryMs, signal)
          continue
        }
      } else if (response.status < 500 && response.status !== 429) {
        const body: unknown = await response.json().catch(() => null)
        const error = new ApiError({ status: response.status, body })
        if (response.status === 401 && signIn !== null)
          currentWatch().sessionLost({ route, again: async () => {} }, signIn)
        follower.onRefused?.(error)
        return
      }
    } catch {
      // A broken connection: tried again below.
    }
    if (signal.aborted) return
    follower.onConnection?.(false)
    await wait(WAITS_MS[Math.min(failures, WAITS_MS.length - 1)] ?? 0, signal)
    failures += 1
  }
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
