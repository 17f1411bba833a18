import * as calls from '@podium/contract/calls/solutions.ts'
import type { FastifyInstance } from 'fastify'
import type { ServingDeps } from '../../deps.ts'
import { bind } from '../../http/bind.ts'
import { askedRevision } from '../../http/revision.ts'
import * as archives from './archive-registration.ts'
import { editSolution } from './edit.ts'
import { createSolutionReads } from './reads.ts'
import * as registration from './registration.ts'
import { registerSample } from './sample.ts'
import * as service from './service.ts'

export function solutionRoutes(app: FastifyInstance, deps: ServingDeps): void {
  const reads = createSolutionReads(deps.database)

  bind(app, calls.listSolutions, ({ object, caller, query }) =>
    reads.list(object.workspace_id, query, caller.account_id),
  )
  bind(app, calls.checkSolution, ({ object, query }) => reads.checkName(object.workspace_id, query.name))
  bind(app, calls.readSolution, ({ object, caller }) => reads.read(object.id, caller.account_id))
  bind(app, calls.readVersion, ({ object, params }) => reads.readVersion(object.id, params.n))
  bind(app, calls.registerSolution, ({ object, caller, body }) =>
    registration.registerSolution(deps, object, caller, body.metadata_json),
  )
  bind(app, calls.registerVersion, ({ object, caller, body }) =>
    registration.registerVersion(deps, object, caller, body.metadata_json),
  )
  bind(app, calls.checkArchive, ({ object, body }) => archives.checkArchive(deps, object, body))
  bind(app, calls.registerArchive, ({ object, caller, body }) =>
    archives.registerArchive(deps, object, caller, body),
  )
  bind(app, calls.registerSample, ({ object, caller }) => registerSample(deps, object, caller))
  bind(app, calls.editSolution, ({ object, caller, body, request }) =>
    editSolution(deps, object, caller, body.metadata_json, askedRevision(request, body.revision), () =>
      reads.read(object.id, caller.account_id),
    ),
  )
  bind(app, calls.rateSolution, ({ object, caller, body }) =>
    service.rateSolution(deps.database, object, caller, body.stars),
  )
  bind(app, calls.checkSolutionDeletion, ({ object }) => service.checkSolutionDeletion(deps, object))
  bind(app, calls.checkVersionDeletion, ({ object }) => service.checkVersionDeletion(deps, object))
  bind(app, calls.deleteSolution, ({ object, caller }) => service.deleteSolution(deps, object, caller))
  bind(app, calls.deleteVersion, ({ object, caller }) => service.deleteVersion(deps, object, caller))
}
