import { fail } from '@podium/contract/errors.ts'
import {
  checkStreamDeletion,
  createStream,
  deleteStream,
  editStream,
  listStreams,
  listStreamsByInstance,
  readStream,
} from '@podium/contract/streams.ts'
import type { FastifyInstance } from 'fastify'
import type { ServingDeps } from '../../deps.ts'
import { bind } from '../../http/bind.ts'
import { askedRevision } from '../../http/revision.ts'
import { createInstanceReads } from '../instances/reads.ts'
import * as streamReads from './reads.ts'
import { createStreamGroups } from './reads.ts'
import * as service from './service.ts'

export function streamRoutes(app: FastifyInstance, deps: ServingDeps): void {
  const { database } = deps
  const reads = streamReads.createStreamReads(database)
  const listByInstance = createStreamGroups(database, createInstanceReads(database))

  bind(app, listStreams, ({ object, query }) => reads.list(object.workspace_id, query))
  bind(app, listStreamsByInstance, ({ object, query }) => listByInstance(object.workspace_id, query))
  bind(
    app,
    readStream,
    async ({ object }) => (await streamReads.readStream(database, object.id)) ?? fail('NOT.FOUND'),
  )
  bind(app, createStream, ({ object, caller, body }) => service.makeStream(deps, object, caller, body))
  bind(app, editStream, ({ object, caller, body, request }) => {
    const { revision, ...sent } = body
    return service.editStream(deps, {
      stream: object,
      caller,
      sent,
      revision: askedRevision(request, revision),
    })
  })
  bind(app, checkStreamDeletion, ({ object }) => service.checkStreamDeletion(deps, object))
  bind(app, deleteStream, ({ object, caller }) =>
    object.kind === 'run'
      ? service.deleteRun(deps, object, caller)
      : service.deleteStream(deps, object, caller),
  )
}
