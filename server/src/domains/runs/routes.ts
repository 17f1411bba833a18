import { compareRuns } from '@podium/contract/calls/run-comparison.ts'
import { pinPackages, readPackages } from '@podium/contract/calls/run-packages.ts'
import {
  checkFirstStart,
  readMonitoring as readMonitoringRoute,
  readRun,
  retryRun,
  startRun,
  stopRun,
} from '@podium/contract/calls/runs.ts'
import type { FastifyInstance } from 'fastify'
import type { ServingDeps } from '../../deps.ts'
import { bind } from '../../http/bind.ts'
import { currentList } from '../run-records/packages/current-list.ts'
import { readRunPackages } from '../run-records/packages/reads.ts'
import { readMonitoring } from '../run-records/reads.ts'
import { stopRun as stop } from '../run-records/stop.ts'
import { readComparison } from './comparison.ts'
import { eventRoutes } from './events/event-routes.ts'
import { runListRoutes } from './lists/list-routes.ts'
import { pinPackages as pin } from './pin-packages.ts'
import { readRunInfo } from './run-info.ts'
import { selectionRoutes } from './selection/selection-routes.ts'
import { checkFirstStart as checkFirst, retryRun as retry, startRun as start } from './start/start.ts'

export function runRoutes(app: FastifyInstance, deps: ServingDeps): void {
  runListRoutes(app, deps)
  selectionRoutes(app, deps)
  eventRoutes(app, deps)

  bind(app, startRun, async ({ caller, object, body }) => {
    return readRunInfo(deps, await start(deps, caller, object.id, body), caller.account_id)
  })

  bind(app, checkFirstStart, async ({ caller, object, body }) => {
    await checkFirst(deps, caller, object.workspace_id, body)
    return {}
  })

  bind(app, retryRun, async ({ caller, object }) => {
    return readRunInfo(deps, await retry(deps, caller, object.id), caller.account_id)
  })

  bind(app, stopRun, async ({ caller, object }) => {
    await stop(deps, caller, object.id)
    return readRunInfo(deps, object.id, caller.account_id)
  })

  bind(app, readRun, ({ object, caller }) => readRunInfo(deps, object.id, caller.account_id))

  bind(app, compareRuns, async ({ object, query }) => ({
    runs: await readComparison(deps, object.workspace_id, query.runs),
  }))

  bind(app, readPackages, async ({ object }) =>
    readRunPackages(deps.database, object.id, await currentList(deps, object.id)),
  )

  bind(app, pinPackages, ({ object, caller }) => pin(deps, object, caller))

  bind(app, readMonitoringRoute, ({ object }) => readMonitoring(deps.database, deps.config, object))
}
