import { faultOfStream } from '@podium/contract/wire/answer.ts'
import type { AddressOf } from '@podium/contract/wire/call.ts'
import { realClock } from '@podium/contract/wire/clock.ts'
import { followStream } from '@podium/contract/wire/follow-stream.ts'
import type { Route } from '@podium/contract/wire/route.ts'
import type { ServerEvent } from '@podium/contract/wire/server-events.ts'
import { addressOf } from './address-of.ts'
import { ApiError, notPodiums } from './api-error.ts'
import { refusalIn } from './bytes.ts'
import { isHidden, watchPresence } from './presence.ts'
import { currentWatch } from './watch.ts'

export interface Follower {
  onEvent: (event: ServerEvent) => void
  /** false while the connection is broken and tried again */
  onConnection?: (connected: boolean) => void
  /** called when the server refuses the stream for good (gone, not allowed, signed out); no calls follow */
  onRefused?: (error: ApiError) => void
  /** called in a background tab when its stream is closed, and then each minute, in place of events */
  onLook?: () => void
}

const LOOK_MS = 60_000

/**
 * Follows a stream of server-sent events, across broken and silent connections, until the returned function is
 * called. A browser has six connections to a server, so a background tab leaves its own to the other tabs.
 * @param args called each time the stream is opened
 */
export function follow<R extends Route>(route: R, args: () => AddressOf<R>, follower: Follower): () => void {
  const at = { id: '' }
  let isConnected = false
  let stream: AbortController | undefined
  let looking: ReturnType<typeof setInterval> | undefined

  function connect() {
    clearInterval(looking)
    stream?.abort()
    stream = new AbortController()
    isConnected = false
    followStream(
      {
        open: (lastEventId, signal) => openStream(route, addressOf(route, args()), lastEventId, signal),
        mayPass: mayOpenLater,
        onEvent(event) {
          at.id = event.id || at.id
          follower.onEvent(event)
        },
        onConnection(connected) {
          isConnected = connected
          follower.onConnection?.(connected)
        },
        lastEventId: at.id,
        clock: realClock,
      },
      stream.signal,
    ).catch((error: unknown) => {
      stop()
      if (!(error instanceof ApiError)) throw error
      follower.onRefused?.(error)
    })
  }

  function release() {
    stream?.abort()
    isConnected = false
    if (!follower.onLook) return
    follower.onLook()
    looking = setInterval(follower.onLook, LOOK_MS)
  }

  function stop() {
    stream?.abort()
    clearInterval(looking)
    leave()
  }

  const leave = watchPresence({
    onSeen: () => isConnected || connect(),
    onLeft: release,
    // A connection from before the network change may be dead without a sign.
    onOnline: () => isHidden() || connect(),
  })
  if (isHidden()) release()
  else connect()
  return stop
}

async function openStream(route: Route, address: string, lastEventId: string, signal: AbortSignal) {
  const signIn = currentWatch().signIn()
  const response = await fetch(address, {
    headers: { accept: 'text/event-stream', ...(lastEventId && { 'last-event-id': lastEventId }) },
    redirect: 'manual',
    signal,
  })
  if (response.ok && response.body) {
    const fault = faultOfStream(response, 'events')
    if (fault) throw notPodiums(fault)
    return response.body
  }
  const error = await refusalIn(response)
  if (error.status === 401 && signIn !== null)
    currentWatch().sessionLost({ route, again: async () => {} }, signIn)
  throw error
}

/** True for a broken connection, a gateway's response, or a server that is unwell or gets too many requests. */
function mayOpenLater(error: unknown): boolean {
  return (
    !(error instanceof ApiError) || error.fault !== undefined || error.status >= 500 || error.status === 429
  )
}
