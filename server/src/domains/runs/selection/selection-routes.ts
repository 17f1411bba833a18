import { countRuns, deleteRuns, retryRuns, stopRuns, tagRuns } from '@podium/contract/calls/run-selection.ts'
import { describeRun } from '@podium/contract/calls/runs.ts'
import { deleteStream } from '@podium/contract/calls/streams.ts'
import type { FastifyInstance } from 'fastify'
import type { ServingDeps } from '../../../deps.ts'
import { bind } from '../../../http/bind.ts'
import { stopRun } from '../../run-records/stop.ts'
import { deleteStream as removeStream } from '../../streams/service.ts'
import { readRunInfo } from '../run-info.ts'
import { retryRun } from '../start/start.ts'
import { countRuns as count, toMany } from './chosen-runs.ts'
import { deleteRun } from './delete-run.ts'
import { describeRun as describe, tagRun } from './describe-run.ts'

export function selectionRoutes(app: FastifyInstance, deps: ServingDeps): void {
  const { database } = deps

  bind(app, countRuns, ({ object, caller, body }) => count(database, object, caller, body))

  bind(app, stopRuns, ({ object, caller, body }) =>
    toMany(deps, object, caller, body, ({ id }) => stopRun(deps, caller, id)),
  )

  bind(app, retryRuns, ({ object, caller, body }) =>
    toMany(deps, object, caller, body, async ({ id }) => {
      await retryRun(deps, caller, id)
    }),
  )

  bind(app, tagRuns, ({ object, caller, body: { add, remove, ...chosen } }) =>
    toMany(deps, object, caller, chosen, ({ id }) => tagRun(database, caller, id, { add, remove })),
  )

  bind(app, deleteRuns, ({ object, caller, body }) =>
    toMany(deps, object, caller, body, async (run) => {
      await deleteRun(deps, run, caller)
    }),
  )

  // the call takes the id of a stream or of a run
  bind(app, deleteStream, ({ object, caller }) =>
    object.kind === 'run' ? deleteRun(deps, object, caller) : removeStream(deps, object, caller),
  )

  bind(app, describeRun, async ({ object, caller, body }) => {
    await describe(database, caller, object.id, body)
    return readRunInfo(deps, object.id, caller.account_id)
  })
}
