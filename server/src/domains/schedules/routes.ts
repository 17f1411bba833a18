import * as calls from '@podium/contract/calls/schedules.ts'
import type { FastifyInstance } from 'fastify'
import type { ServingDeps } from '../../deps.ts'
import { bind } from '../../http/bind.ts'
import { askedRevision } from '../../http/revision.ts'
import { listTimes } from './reads.ts'
import {
  changeSchedule,
  listSchedules,
  makeSchedule,
  readSchedule,
  removeSchedule,
  timesOf,
} from './service.ts'

export function scheduleRoutes(app: FastifyInstance, { database }: ServingDeps): void {
  bind(app, calls.listSchedules, ({ object, query }) => listSchedules(database, object.workspace_id, query))
  bind(app, calls.readNextTimes, async ({ query: { cron, time_zone } }) =>
    timesOf({ cron, ...(time_zone !== undefined && { time_zone }) }),
  )
  bind(app, calls.createSchedule, ({ object, caller, body }) => makeSchedule(database, object, caller, body))
  bind(app, calls.readSchedule, ({ object }) => readSchedule(database, object.id))
  bind(app, calls.editSchedule, ({ object, caller, body: { revision, ...sent }, request }) =>
    changeSchedule(database, object, caller, sent, askedRevision(request, revision)),
  )
  bind(app, calls.deleteSchedule, async ({ object, caller }) => {
    await removeSchedule(database, object, caller)
    return {}
  })
  bind(app, calls.listScheduleTimes, ({ object, query }) => listTimes(database, object.id, query))
}
