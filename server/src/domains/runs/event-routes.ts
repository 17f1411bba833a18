import { followLog } from '@podium/contract/run-files.ts'
import { followRuns } from '@podium/contract/runs.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { bind } from '../../http/bind.ts'
import type { Call } from '../../http/call.ts'
import { createStillAllowed } from '../../http/still-allowed.ts'
import { type EventStream, openEventStream } from './event-stream.ts'
import { followLog as follow } from './log-follow.ts'
import { requiredLogType } from './log-routes.ts'
import { createOpenStreams } from './open-streams.ts'
import { followRuns as followChanges } from './run-events.ts'
import { createRunHub } from './run-hub.ts'

type Following = Pick<
  Call<typeof followRuns | typeof followLog>,
  'caller' | 'object' | 'request' | 'reply'
> & {
  route: typeof followRuns | typeof followLog
}

/** Streams end with the session, with the right to read, and before the server closes. */
export function eventRoutes(app: FastifyInstance, deps: Deps): void {
  const { config, database, log } = deps
  const hub = createRunHub(database, log)
  const open = createOpenStreams()
  const stillAllowed = createStillAllowed(database, config.inactive_days)
  app.addHook('preClose', async () => {
    open.endAll()
    await hub.close()
  })

  function send(
    { route, caller, object, request, reply }: Following,
    follow: (events: EventStream) => Promise<void>,
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

  bind(app, followRuns, async (call) =>
    send({ ...call, route: followRuns }, (events) =>
      followChanges(database, hub, call.object.workspace_id, events),
    ),
  )

  bind(app, followLog, async (call) => {
    const { object, query, request } = call
    const type = requiredLogType(query.log_type)
    const from = lastEventOffset(request) ?? query.from
    return send({ ...call, route: followLog }, (events) =>
      follow({ ...deps, changed: hub.changed }, object.id, type, from, events),
    )
  })
}

/** Where a reader that was cut off goes on: the id of the last event is the offset after it. */
function lastEventOffset(request: FastifyRequest): number | null {
  const sent = request.headers['last-event-id']
  return typeof sent === 'string' && /^\d{1,15}$/.test(sent) ? Number(sent) : null
}
