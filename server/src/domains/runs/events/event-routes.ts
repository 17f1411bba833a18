import { followLog } from '@podium/contract/calls/run-files.ts'
import { followSeries } from '@podium/contract/calls/run-series.ts'
import { followRun, followRuns } from '@podium/contract/calls/runs.ts'
import type { Database } from '@podium/database/connect.ts'
import { listenTo } from '@podium/database/listen.ts'
import type { DatabaseLog } from '@podium/database/log.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Deps } from '../../../deps.ts'
import { bind } from '../../../http/bind.ts'
import type { Call } from '../../../http/call.ts'
import { createOpenStreams, type EventStream, openEventStream, partOf } from '../../../http/event-stream.ts'
import { createStillAllowed } from '../../../http/session/still-allowed.ts'
import { sendSeries } from '../../figures/series-follow.ts'
import { createLogFeeds } from '../../logs/log-feed.ts'
import { requiredLogType } from '../../logs/log-files.ts'
import { type LogFollower, sendLog } from '../../logs/log-follow.ts'
import { RUNS_CHANNEL } from '../../notifications/queue.ts'
import { type Announced, announcedIn } from '../../run-records/move.ts'
import { readChangedRuns } from '../../run-records/reads.ts'
import { createRecentChanges } from './recent-changes.ts'

type Followed = typeof followRuns | typeof followRun | typeof followLog | typeof followSeries
type Following = Pick<Call<Followed>, 'caller' | 'object' | 'request' | 'reply'>
type FollowingRuns = Pick<Call<typeof followRuns | typeof followRun>, 'caller' | 'object' | 'query'>

/** Pause before a failed part is tried again, unless its run changes earlier. */
const AGAIN_MS = 5000

/** Streams end with the session, with the permission to read, and before the server closes. */
export function eventRoutes(app: FastifyInstance, deps: Deps): void {
  const { config, database, log } = deps
  const hub = createRunHub(database, log)
  const open = createOpenStreams()
  const feedOf = createLogFeeds()
  const stillAllowed = createStillAllowed(database, config.inactive_days)
  app.addHook('preClose', async () => {
    open.endAll()
    await hub.close()
  })

  function send(
    route: Followed,
    { caller, object, request, reply }: Following,
    follow: (events: EventStream) => Promise<unknown>,
  ): FastifyReply {
    const session = (caller.session ?? caller.access_token?.hash)?.toString('hex') ?? 'host'
    const events = openEventStream({
      stillAllowed: () => stillAllowed(caller, object.workspace_id, route.allow),
    })
    open.add(session, events)
    follow(events)
      .catch((error) => log.error({ err: error, request_id: request.id }, 'an event stream broke off'))
      .finally(() => {
        events.end()
        open.remove(session, events)
      })
    return reply.send(events.readable)
  }

  const sendRunsOf = (call: FollowingRuns, events: EventStream) => sendRunChanges(database, hub, call, events)
  const sendSeriesOf = ({ object }: Following, events: EventStream) =>
    sendSeries(database, hub.subscribe, object.id, events)
  const sendLogTo = (follower: LogFollower) => sendLog({ ...deps, feedOf, changed: hub.changed }, follower)

  bind(app, followRuns, async (call) => send(followRuns, call, (events) => sendRunsOf(call, events)))

  bind(app, followSeries, async (call) => send(followSeries, call, (events) => sendSeriesOf(call, events)))

  bind(app, followLog, async (call) => {
    const follower = { ...askedLog(call, call.query.log_type), run: call.object.id }
    return send(followLog, call, (events) => sendLogTo({ ...follower, events }))
  })

  bind(app, followRun, async (call) => {
    const { log_type, series } = call.query
    const run = call.object.id
    const ofLog = log_type === undefined ? null : askedLog(call, log_type)

    /** A log that cannot be read is retried, so that the rest of the page's stream goes on. */
    async function sendPart(events: EventStream, sendIt: () => Promise<void>): Promise<void> {
      while (!events.signal.aborted) {
        try {
          return await sendIt()
        } catch (error) {
          log.error({ err: error, request_id: call.request.id }, 'a part of an event stream broke off')
          await hub.changed(run, AGAIN_MS, events.signal)
        }
      }
    }

    return send(followRun, call, (events) => {
      const follower = ofLog && { ...ofLog, run, events: partOf(events, 'log') }
      return Promise.all([
        sendRunsOf(call, events),
        follower && sendPart(events, () => sendLogTo(follower)),
        series === '1' && sendPart(events, () => sendSeriesOf(call, partOf(events, 'series'))),
      ])
    })
  })
}

/** The requested log and offset; the id of the last event is the offset at which a reader continues. */
function askedLog(
  { query, request }: Pick<Call<typeof followLog | typeof followRun>, 'query' | 'request'>,
  type: string,
) {
  const sent = request.headers['last-event-id']
  const isOffset = typeof sent === 'string' && /^\d{1,15}$/.test(sent)
  return { type: requiredLogType(type), at: isOffset ? Number(sent) : query.from }
}

/**
 * Sends `run` for every change of the workspace's runs, `gap` if changes may have been missed (also at first without
 * a position), `notification` when the reader has a new notification, and `position` after the events it covers. A
 * slow reader gets only the newest state of each run.
 */
async function sendRunChanges(
  database: Database,
  hub: RunHub,
  { caller, object: { workspace_id }, query: { after } }: FollowingRuns,
  events: EventStream,
): Promise<void> {
  const waiting = new Set<string>()
  let position = after
  let gap = false
  let isNotified = false
  let wake = () => {}
  function hear(changed: Announced | null): void {
    if (changed === null) gap = true
    else if (changed.run === undefined && changed.account === caller.account_id) isNotified = true
    else if (changed.run !== undefined && changed.workspace === workspace_id) waiting.add(changed.run)
    else return
    wake()
  }
  for (const changed of (after === undefined ? null : hub.since(after)) ?? [null]) hear(changed)
  const leave = hub.subscribe(hear)
  const stop = () => wake()
  events.signal.addEventListener('abort', stop)
  try {
    while (!events.signal.aborted) {
      if (gap) {
        gap = false
        await events.send('gap', {})
      }
      if (isNotified) {
        isNotified = false
        await events.send('notification', {})
      }
      const ids = [...waiting]
      waiting.clear()
      for (const run of await readChangedRuns(database, workspace_id, ids)) await events.send('run', run)
      if (waiting.size > 0 || gap || isNotified || events.signal.aborted) continue
      if (position !== hub.position()) {
        position = hub.position()
        await events.send('position', { after: position })
      } else
        await new Promise<void>((resolve) => {
          wake = resolve
        })
    }
  } finally {
    leave()
    events.signal.removeEventListener('abort', stop)
    events.end()
  }
}

/** Notifies subscribers of changes made by any server. */
export interface RunHub {
  /** `heard(null)`: changes may have been missed. Returns the function that unsubscribes. */
  subscribe(heard: (changed: Announced | null) => void): () => void
  /** Resolves when the run changed, after the time at the latest, or on abort. */
  changed(run: string, milliseconds: number, signal: AbortSignal): Promise<void>
  /** identifies the newest change that this server has heard of */
  position(): string
  /** Returns the changes after a position; null if they are not known. */
  since(position: string): Announced[] | null
  close(): Promise<void>
}

/** Starts listening with the first subscriber. */
export function createRunHub(database: Database, log: Pick<DatabaseLog, 'warn'>): RunHub {
  const subscribers = new Set<(changed: Announced | null) => void>()
  const recent = createRecentChanges()
  let listener: ReturnType<typeof listenTo> | null = null

  function tell(changed: Announced | null): void {
    recent.add(changed)
    for (const heard of subscribers) heard(changed)
  }

  function subscribe(heard: (changed: Announced | null) => void): () => void {
    subscribers.add(heard)
    listener ??= listenTo(database, RUNS_CHANNEL, {
      onPayload: (payload) => tell(announcedIn(payload)),
      onGap: () => tell(null),
      log,
    })
    return () => subscribers.delete(heard)
  }

  return {
    subscribe,
    position: recent.position,
    since: recent.since,
    changed(run, milliseconds, signal) {
      // Listening again after the hub was closed would keep a connection open, and the server could not stop.
      if (signal.aborted) return Promise.resolve()
      return new Promise((resolve) => {
        const done = () => {
          clearTimeout(timer)
          signal.removeEventListener('abort', done)
          leave()
          resolve()
        }
        const timer = setTimeout(done, milliseconds)
        const leave = subscribe((changed) => {
          if (changed === null || changed.run === run) done()
        })
        signal.addEventListener('abort', done)
      })
    },
    close: async () => listener?.close(),
  }
}
