import * as z from 'zod/mini'
import { route } from './route.ts'
import { run } from './runs.ts'
import { count, id, time, workspaceQuery } from './shapes.ts'

export const readOverviewSummary = route({
  id: 'readOverviewSummary',
  method: 'GET',
  path: '/api/v1/solutions/overview/summary',
  summary: 'What a workspace holds, by count',
  allow: 'solution.read',
  scope: 'query',
  reads: ['solution', 'instance', 'stream', 'run'],
  query: workspaceQuery,
  reply: z.object({
    solutions: count,
    versions: count,
    instances: count,
    streams: count,
    models: count,
    runs: z.object({ queued: count, running: count, succeeded: count, failed: count, stopped: count }),
  }),
})

export const listRecentVersions = route({
  id: 'listRecentVersions',
  method: 'GET',
  path: '/api/v1/solutions/overview/versions/recent',
  summary: 'The ten newest solution versions',
  allow: 'solution.read',
  scope: 'query',
  reads: ['solution'],
  query: workspaceQuery,
  reply: z.object({
    solution_name_versions: z.array(
      z.object({
        solution_id: id,
        solution_name: z.string(),
        version_num: z.int(),
        created_at: time,
        created_by: z.string(),
      }),
    ),
  }),
})

export const listRecentRuns = route({
  id: 'listRecentRuns',
  method: 'GET',
  path: '/api/v1/streamhistories/overview/recent',
  summary: 'The ten newest runs',
  allow: 'run.read',
  scope: 'query',
  reads: ['run', 'stream', 'instance', 'solution'],
  query: workspaceQuery,
  reply: z.object({ stream_histories: z.array(run) }),
})
