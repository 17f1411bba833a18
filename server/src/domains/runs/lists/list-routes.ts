import { Readable } from 'node:stream'
import {
  deleteRunView,
  exportRuns,
  listRunNames,
  listRuns,
  listRunViews,
  listStreamsWithRuns,
  saveRunView,
} from '@podium/contract/calls/run-list.ts'
import { listInstanceRuns, listSolutionRuns, listSolutionStreams } from '@podium/contract/calls/runs.ts'
import { namesInList } from '@podium/contract/rules/name-list.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../../deps.ts'
import { attachmentHeaders } from '../../../http/attachment.ts'
import { bind } from '../../../http/bind.ts'
import type { Caller, ScopedObject } from '../../../http/call.ts'
import { createInstanceList } from '../../instances/reads.ts'
import { type ListedRun, readVersions } from '../../run-records/reads.ts'
import { createStreamGroups, createStreamReads } from '../../streams/reads.ts'
import { listMatchingStreams } from './matching-streams.ts'
import { exportRuns as exportLines } from './run-export.ts'
import type { Reading } from './run-filter.ts'
import { createRunList, withExtras } from './run-list.ts'
import { readRunNames } from './run-names.ts'
import { deleteView, listViews, saveView } from './run-views.ts'

export function readingOf(object: ScopedObject, caller: Caller): Reading {
  return { workspace_id: object.workspace_id, account_id: caller.account_id }
}

export function runListRoutes(app: FastifyInstance, { database }: Deps): void {
  const list = createRunList(database)
  const streams = createStreamReads(database)
  const groups = createStreamGroups(database, createInstanceList(database))

  bind(app, listRuns, async ({ object, caller, query }) => {
    const extras = {
      figures: namesInList(query.figures ?? ''),
      parameters: namesInList(query.parameters ?? ''),
    }
    const found = await list(readingOf(object, caller), query)
    const stream_histories = await withExtras(database, caller.account_id, found.stream_histories, extras)
    return { ...found, stream_histories }
  })

  bind(app, exportRuns, async ({ object, caller, query, reply }) => {
    const lines = await exportLines(database, list, readingOf(object, caller), query)
    return reply.headers(attachmentHeaders('runs.csv', exportRuns.media)).send(Readable.from(lines))
  })

  bind(app, listStreamsWithRuns, ({ object, caller, query }) =>
    listMatchingStreams(database, groups, readingOf(object, caller), query),
  )

  bind(app, listRunNames, ({ object }) => readRunNames(database, object.workspace_id))

  bind(app, listRunViews, async ({ object, caller }) => ({
    views: await listViews(database, object.workspace_id, caller.account_id),
  }))
  bind(app, saveRunView, ({ object, caller, body }) => saveView(database, object, caller, body))
  bind(app, deleteRunView, async ({ object, caller, params }) => {
    await deleteView(database, object, caller, params.id)
    return {}
  })

  bind(app, listInstanceRuns, ({ object, caller, query }) =>
    list(readingOf(object, caller), { ...query, instance_id: object.id }),
  )

  bind(app, listSolutionRuns, async ({ object, caller, query }) => {
    const found = await list(readingOf(object, caller), { ...query, solution_id: object.id })
    const versions = await readVersions(database, object.id)
    return { ...found, solution_version_streams: byVersion(found.stream_histories, versions) }
  })

  bind(app, listSolutionStreams, async ({ object, caller, query }) => {
    const ofSolution = { solution_id: object.id, page: 1, page_size: query.page_size }
    const [found, newest, versions] = await Promise.all([
      streams.list(object.workspace_id, { ...query, solution_id: object.id }),
      list(readingOf(object, caller), ofSolution),
      readVersions(database, object.id),
    ])
    return { ...found, solution_version_streams: byVersion(newest.stream_histories, versions) }
  })
}

/** Groups the runs by version, newest version first; versions without runs are left out. */
function byVersion(runs: readonly ListedRun[], versions: Awaited<ReturnType<typeof readVersions>>) {
  return versions
    .map((version) => ({
      solution_version: version,
      solution_version_stream_histories: runs.filter((run) => run.version_num === version.version_num),
    }))
    .filter((group) => group.solution_version_stream_histories.length > 0)
}
