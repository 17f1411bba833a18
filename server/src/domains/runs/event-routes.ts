import { followLog } from '@podium/contract/run-files.ts'
import { followRuns } from '@podium/contract/runs.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { bind } from '../../http/bind.ts'
import { type EventStream, openEventStream } from './event-stream.ts'
import { followLog as follow } from './log-follow.ts'
import { requiredLogType } from './log-routes.ts'
import { followRuns as followChanges } from './run-events.ts'
import { createRunHub } from './run-hub.ts'
import { createStillAllowed } from './still-allowed.ts'

/** Streams end with the session, with the right to read, and before the server closes. */
export function eventRoutes(app: FastifyInstance, deps: Deps): void {
  const { database, log } = deps
  const hub = createRunHub(database, log)
  const open = new Set<EventStream>()
  const stillAllowed = createStillAllowed(deps)
  app.addHook('preClose', async () => {
    for (const events of open) events.end()
    await hub.close()
  })

  function send(
    request: FastifyRequest,
    reply: FastifyReply,
    follow: (events: EventStream) => Promise<void>,
  ): FastifyReply {
    const events = openEventStream({ stillAllowed: () => stillAllowed(request) })
    open.add(events)
    follow(events)
      .catch((error) => log.error({ err: error, request_id: request.id }, 'an event stream broke off'))
      .finally(() => {
        events.end()
        open.delete(events)
      })
    return reply.send(events.readable)
  }

  bind(app, followRuns, async ({ object, request, reply }) => {
    return send(request, reply, (events) => followChanges(database, hub, object.workspace_id, events))
  })

  bind(app, followLog, async ({ object, query, request, reply }) => {
    const type = requiredLogType(query.log_type)
    const from = lastEventOffset(request) ?? query.from
    return send(request, reply, (events) =>
      follow({ ...deps, changed: hub.changed }, object.id, type, from, events),
    )
  })
}

/** Where a reader that was cut off goes on: the id of the last event is the offset after it. */
function lastEventOffset(request: FastifyRequest): number | null {
  const sent = request.headers['last-event-id']
  return typeof sent === 'string' && /^\d{1,15}$/.test(sent) ? Number(sent) : null
}
