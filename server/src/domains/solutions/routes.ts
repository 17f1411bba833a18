import { fail } from '@podium/contract/errors.ts'
import {
  checkArchive,
  checkSolution,
  checkSolutionDeletion,
  checkVersionDeletion,
  deleteSolution,
  deleteVersion,
  editSolution as editSolutionRoute,
  listSolutions,
  rateSolution as rateSolutionRoute,
  readSolution,
  readVersion,
  registerArchive,
  registerSolution,
  registerVersion,
} from '@podium/contract/solutions.ts'
import type { FastifyInstance } from 'fastify'
import type { ServingDeps } from '../../deps.ts'
import { bind } from '../../http/bind.ts'
import { askedRevision } from '../../http/revision.ts'
import { sweepWhileOpen } from '../../sweeping.ts'
import { SWEEP_MS } from '../workspaces/sweeper.ts'
import * as archives from './archive-registration.ts'
import { editSolution } from './edit.ts'
import { asOnWire, createSolutionReads } from './reads.ts'
import * as registration from './registration.ts'
import * as service from './service.ts'
import { rateSolution } from './service.ts'
import { replaceLeftArchives } from './version-archives.ts'

export function solutionRoutes(app: FastifyInstance, deps: ServingDeps): void {
  const reads = createSolutionReads(deps.database)

  bind(app, listSolutions, ({ object, caller, query }) =>
    reads.list(object.workspace_id, query, caller.account_id),
  )
  bind(app, checkSolution, ({ object, query }) => reads.checkName(object.workspace_id, query.name))
  bind(
    app,
    readSolution,
    async ({ object, caller }) => (await reads.read(object.id, caller.account_id)) ?? fail('NOT.FOUND'),
  )
  bind(
    app,
    readVersion,
    async ({ object, params }) => (await reads.readVersion(object.id, params.n)) ?? fail('NOT.FOUND'),
  )
  bind(app, registerSolution, ({ object, caller, body }) =>
    registration.registerSolution(deps, object, caller, body.metadata_json),
  )
  bind(app, registerVersion, ({ object, caller, body }) =>
    registration.registerVersion(deps, object, caller, body.metadata_json),
  )
  bind(app, checkArchive, ({ object, body }) => archives.checkArchive(deps, object, body))
  bind(app, registerArchive, ({ object, caller, body }) =>
    archives.registerArchive(deps, object, caller, body),
  )
  bind(app, editSolutionRoute, async ({ object, caller, body, request }) => {
    const { metadata_json: metadata } = body
    const revision = askedRevision(request, body.revision)
    const kept = await editSolution(deps, { solution: object, caller, metadata, revision })
    const current = (await reads.read(object.id, caller.account_id)) ?? fail('NOT.FOUND')
    return kept ? current : fail('EDIT.STALE', {}, { current: asOnWire(current) })
  })
  bind(app, rateSolutionRoute, ({ object, caller, body }) =>
    rateSolution(deps.database, object, caller, body.stars),
  )
  bind(app, checkSolutionDeletion, ({ object }) => service.checkSolutionDeletion(deps, object))
  bind(app, checkVersionDeletion, ({ object }) => service.checkVersionDeletion(deps, object))
  bind(app, deleteSolution, ({ object, caller }) => service.deleteSolution(deps, object, caller))
  bind(app, deleteVersion, ({ object, caller }) => service.deleteVersion(deps, object, caller))

  sweepWhileOpen(app, SWEEP_MS, [
    {
      work: () => replaceLeftArchives(deps),
      otherwise: 'archives of deleted runs stay below their versions',
    },
  ])
}
