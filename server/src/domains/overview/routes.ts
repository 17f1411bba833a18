import { listRecentRuns, listRecentVersions, readOverviewSummary } from '@podium/contract/overview.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { bind } from '../../http/bind.ts'
import { createRunReads } from '../runs/reads.ts'
import { createOverviewReads } from './reads.ts'

const NEWEST_RUNS = { page: 1, page_size: 10, sort: '-created_at' } as const

export function overviewRoutes(app: FastifyInstance, { database }: Deps): void {
  const reads = createOverviewReads(database)
  const listRuns = createRunReads(database)

  bind(app, readOverviewSummary, ({ object }) => reads.summary(object.workspace_id))
  bind(app, listRecentVersions, async ({ object }) => ({
    solution_name_versions: await reads.recentVersions(object.workspace_id),
  }))
  bind(app, listRecentRuns, async ({ object }) => {
    const { stream_histories } = await listRuns({ workspace_id: object.workspace_id, ...NEWEST_RUNS })
    return { stream_histories }
  })
}
