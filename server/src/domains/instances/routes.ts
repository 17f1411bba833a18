import { fail } from '@podium/contract/errors.ts'
import { createInstance, deleteInstance, listInstances, readInstance } from '@podium/contract/instances.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { bind } from '../../http/bind.ts'
import * as instanceReads from './reads.ts'
import * as service from './service.ts'

export function instanceRoutes(app: FastifyInstance, deps: Deps): void {
  const reads = instanceReads.createInstanceReads(deps.database)

  bind(app, listInstances, ({ object, query }) => reads.list(object.workspace_id, query))
  bind(
    app,
    readInstance,
    async ({ object }) => (await instanceReads.readInstance(deps.database, object.id)) ?? fail('NOT.FOUND'),
  )
  bind(app, createInstance, ({ object, caller, body }) => service.makeInstance(deps, object, caller, body))
  bind(app, deleteInstance, async ({ object, caller }) => {
    await service.deleteInstance(deps, object, caller)
    return { id: object.id }
  })
}
