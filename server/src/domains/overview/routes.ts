import { listRecentRuns, listRecentVersions, readOverviewSummary } from '@podium/contract/overview.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { bind } from '../../http/bind.ts'
import { createRunList } from '../runs/lists/run-list.ts'
import { createOverviewReads } from './reads.ts'

const NEWEST_RUNS = { page: 1, page_size: 10 }

export function overviewRoutes(app: FastifyInstance, { database }: Deps): void {
  const reads = createOverviewReads(database)
  const listRuns = createRunList(database)

  bind(app, readOverviewSummary, ({ object }) => reads.summary(object.workspace_id))
  bind(app, listRecentVersions, async ({ object }) => ({
    solution_name_versions: await reads.recentVersions(object.workspace_id),
  }))
  bind(app, listRecentRuns, async ({ object, caller }) => {
    const reading = { workspace_id: object.workspace_id, account_id: caller.account_id }
    const { stream_histories } = await listRuns(reading, NEWEST_RUNS)
    return { stream_histories }
  })
}
