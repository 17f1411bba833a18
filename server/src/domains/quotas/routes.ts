import * as calls from '@podium/contract/calls/quotas.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { bind } from '../../http/bind.ts'
import { wakeLoops } from '../run-records/move.ts'
import { editQuotas } from '../workspaces/quotas/edit.ts'
import { readQuotas } from './read-quotas.ts'

export function quotaRoutes(app: FastifyInstance, deps: Deps): void {
  const { database } = deps
  bind(app, calls.readQuotas, ({ object }) => readQuotas(database, object.id))

  bind(app, calls.editQuotas, async ({ caller, object, body }) => {
    await editQuotas(database, caller, object, body)
    // runs that waited for a limit may start now
    await wakeLoops(database)
    return readQuotas(database, object.id)
  })
}
