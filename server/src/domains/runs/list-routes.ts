import { listInstanceRuns, listRuns, listSolutionRuns, listSolutionStreams } from '@podium/contract/runs.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { bind } from '../../http/bind.ts'
import { createStreamReads } from '../streams/reads.ts'
import { createRunReads, type ListedRun } from './reads.ts'
import { readVersions, type VersionNumber } from './version-numbers.ts'

export function runListRoutes(app: FastifyInstance, { database }: Deps): void {
  const list = createRunReads(database)
  const streams = createStreamReads(database)

  bind(app, listRuns, ({ object, query }) => list({ ...query, workspace_id: object.workspace_id }))

  bind(app, listInstanceRuns, ({ object, query }) =>
    list({ ...query, workspace_id: object.workspace_id, instance_id: object.id }),
  )

  bind(app, listSolutionRuns, async ({ object, query }) => {
    const found = await list({ ...query, workspace_id: object.workspace_id, solution_id: object.id })
    const versions = await readVersions(database, object.id)
    return { ...found, solution_version_streams: byVersion(found.stream_histories, versions) }
  })

  bind(app, listSolutionStreams, async ({ object, query }) => {
    const ofSolution = { workspace_id: object.workspace_id, solution_id: object.id }
    const [found, newest, versions] = await Promise.all([
      streams.list(object.workspace_id, { ...query, solution_id: object.id }),
      list({ ...ofSolution, page: 1, page_size: query.page_size }),
      readVersions(database, object.id),
    ])
    return { ...found, solution_version_streams: byVersion(newest.stream_histories, versions) }
  })
}

/** The runs under their versions, newest version first; versions without one are left out. */
function byVersion(runs: readonly ListedRun[], versions: readonly VersionNumber[]) {
  return versions
    .map((version) => ({
      solution_version: version,
      solution_version_stream_histories: runs.filter((run) => run.version_num === version.version_num),
    }))
    .filter((group) => group.solution_version_stream_histories.length > 0)
}
