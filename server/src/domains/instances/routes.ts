import * as calls from '@podium/contract/calls/instances.ts'
import type { FastifyInstance } from 'fastify'
import type { ServingDeps } from '../../deps.ts'
import { bind } from '../../http/bind.ts'
import { askedRevision } from '../../http/revision.ts'
import { consequencesOf } from '../solutions/consequences.ts'
import { deleteAndSweep } from '../solutions/deletion.ts'
import { createInstanceList, isTaken, readInstance } from './reads.ts'
import { deleteInstance, editInstance, makeInstance } from './service.ts'

export function instanceRoutes(app: FastifyInstance, deps: ServingDeps): void {
  const { database } = deps
  const listInstances = createInstanceList(database)

  bind(app, calls.listInstances, ({ object, query }) => listInstances(object.workspace_id, query))
  bind(app, calls.checkInstance, async ({ object, query }) => ({
    duplicate: await isTaken(database, object.workspace_id, query.name),
  }))
  bind(app, calls.readInstance, ({ object }) => readInstance(database, object.id))
  bind(app, calls.createInstance, ({ object, caller, body }) => makeInstance(deps, object, caller, body))
  bind(app, calls.editInstance, ({ object, caller, body: { revision, ...sent }, request }) =>
    editInstance(deps, object, caller, sent, askedRevision(request, revision)),
  )
  bind(app, calls.checkInstanceDeletion, ({ object }) => consequencesOf(deps, object))
  bind(app, calls.deleteInstance, ({ object, caller }) =>
    deleteAndSweep(deps, object, (tx) => deleteInstance(tx, object, caller)),
  )
}
