import * as calls from '@podium/contract/calls/streams.ts'
import type { FastifyInstance } from 'fastify'
import type { ServingDeps } from '../../deps.ts'
import { bind } from '../../http/bind.ts'
import { askedRevision } from '../../http/revision.ts'
import { createInstanceList } from '../instances/reads.ts'
import { createStreamGroups, createStreamReads, readStream } from './reads.ts'
import { checkStreamDeletion, editStream, makeStream } from './service.ts'

export function streamRoutes(app: FastifyInstance, deps: ServingDeps): void {
  const { database } = deps
  const reads = createStreamReads(database)
  const listByInstance = createStreamGroups(database, createInstanceList(database))

  bind(app, calls.listStreams, ({ object, query }) => reads.list(object.workspace_id, query))
  bind(app, calls.listStreamsByInstance, ({ object, query }) => listByInstance(object.workspace_id, query))
  bind(app, calls.readStream, ({ object }) => readStream(database, object.id))
  bind(app, calls.createStream, ({ object, caller, body }) => makeStream(deps, object, caller, body))
  bind(app, calls.editStream, ({ object, caller, body: { revision, ...sent }, request }) =>
    editStream(deps, object, caller, sent, askedRevision(request, revision)),
  )
  bind(app, calls.checkStreamDeletion, ({ object }) => checkStreamDeletion(deps, object))
}
