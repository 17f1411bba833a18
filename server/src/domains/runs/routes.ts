import {
  readMonitoring as readMonitoringRoute,
  readRun,
  retryRun,
  startRun,
  stopRun,
} from '@podium/contract/runs.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { bind } from '../../http/bind.ts'
import { createInstanceTypes } from '../workspaces/instance-types.ts'
import { artifactRoutes } from './artifact-routes.ts'
import { eventRoutes } from './event-routes.ts'
import { runListRoutes } from './list-routes.ts'
import { logRoutes } from './log-routes.ts'
import { readMonitoring } from './monitoring.ts'
import type { ResolveDeps } from './resolve-start.ts'
import { readRunInfo } from './run-info.ts'
import { retryRun as retry, startRun as start } from './start.ts'
import { stopRun as stop } from './stop.ts'

export function runRoutes(app: FastifyInstance, deps: Deps): void {
  const instanceType = createInstanceTypes(deps.engine, deps.config.instance_types_file)
  const starting: ResolveDeps = { ...deps, resolveInstanceType: async (name) => instanceType(name) }

  runListRoutes(app, deps)
  logRoutes(app, deps)
  artifactRoutes(app, deps)
  eventRoutes(app, deps)

  bind(app, startRun, async ({ caller, object, body }) => {
    return readRunInfo(deps, await start(starting, caller, object.id, body))
  })

  bind(app, retryRun, async ({ caller, object }) => {
    return readRunInfo(deps, await retry(starting, caller, object.id))
  })

  bind(app, stopRun, async ({ caller, object }) => {
    await stop(deps.database, caller, object.id)
    return readRunInfo(deps, object.id)
  })

  bind(app, readRun, ({ object }) => readRunInfo(deps, object.id))

  bind(app, readMonitoringRoute, ({ object }) =>
    readMonitoring(deps.database, deps.config, object.workspace_id),
  )
}
