import { fail } from '@podium/contract/errors.ts'
import {
  checkInstance,
  checkInstanceDeletion,
  createInstance,
  deleteInstance,
  editInstance,
  listInstances,
  readInstance,
} from '@podium/contract/instances.ts'
import type { FastifyInstance } from 'fastify'
import type { ServingDeps } from '../../deps.ts'
import { bind } from '../../http/bind.ts'
import { askedRevision } from '../../http/revision.ts'
import * as instanceReads from './reads.ts'
import * as service from './service.ts'

export function instanceRoutes(app: FastifyInstance, deps: ServingDeps): void {
  const reads = instanceReads.createInstanceReads(deps.database)

  bind(app, listInstances, ({ object, query }) => reads.list(object.workspace_id, query))
  bind(app, checkInstance, async ({ object, query }) => ({
    duplicate: await instanceReads.isTaken(deps.database, object.workspace_id, query.name),
  }))
  bind(
    app,
    readInstance,
    async ({ object }) => (await instanceReads.readInstance(deps.database, object.id)) ?? fail('NOT.FOUND'),
  )
  bind(app, createInstance, ({ object, caller, body }) => service.makeInstance(deps, object, caller, body))
  bind(app, editInstance, ({ object, caller, body, request }) => {
    const { revision, ...sent } = body
    return service.editInstance(deps, {
      instance: object,
      caller,
      sent,
      revision: askedRevision(request, revision),
    })
  })
  bind(app, checkInstanceDeletion, ({ object }) => service.checkInstanceDeletion(deps, object))
  bind(app, deleteInstance, ({ object, caller }) => service.deleteInstance(deps, object, caller))
}
