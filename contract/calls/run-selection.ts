import * as z from 'zod/mini'
import { route } from '../wire/route.ts'
import { count, failures, time, workspaceQuery } from '../wire/shapes.ts'
import { runFilters } from './run-list.ts'
import { tagList } from './runs.ts'

/** Calls about many runs at once. */

/**
 * The runs of a call for many: the listed ids, or all that match the filter. `before` leaves out runs created since, so
 * a change affects exactly the runs that were counted.
 */
const chosenRuns = {
  ids: z.optional(z.array(z.string()).check(z.maxLength(1000))),
  filter: z.optional(z.strictObject(runFilters)),
  before: z.optional(z.string()).check(z.describe('The `before` that countRuns returned')),
}
/** `done` is a count. Each run left out has its sentence, for the first hundred. */
const manyReply = z.object({ done: count, failed: failures, failed_count: count })

export const countRuns = route({
  id: 'countRuns',
  method: 'POST',
  path: '/api/v1/streamhistories/count',
  summary: 'Count the runs that a bulk call would match, and those it could change',
  allow: 'run.read',
  scope: 'query',
  touches: [],
  query: workspaceQuery,
  body: z.strictObject(chosenRuns),
  reply: z.object({ total: count, stop: count, retry: count, delete: count, before: time }),
  errors: ['RUN.FILTER'],
})

export const stopRuns = route({
  id: 'stopRuns',
  method: 'POST',
  path: '/api/v1/streamhistories/stop',
  summary: 'Ask several runs to stop',
  allow: 'run.stop',
  scope: 'query',
  touches: ['run'],
  query: workspaceQuery,
  body: z.strictObject(chosenRuns),
  reply: manyReply,
  errors: ['RUN.FILTER', 'RUN.MANY'],
})

export const retryRuns = route({
  id: 'retryRuns',
  method: 'POST',
  path: '/api/v1/streamhistories/retry',
  summary: 'Retry several runs, each with its own parameters',
  allow: 'run.start',
  scope: 'query',
  touches: ['run'],
  query: workspaceQuery,
  body: z.strictObject(chosenRuns),
  reply: manyReply,
  errors: ['RUN.FILTER', 'RUN.MANY'],
})

export const tagRuns = route({
  id: 'tagRuns',
  method: 'POST',
  path: '/api/v1/streamhistories/tag',
  summary: 'Add tags to several runs, or remove them',
  allow: 'run.describe',
  scope: 'query',
  touches: ['run'],
  query: workspaceQuery,
  body: z.strictObject({ ...chosenRuns, add: z.optional(tagList), remove: z.optional(tagList) }),
  reply: manyReply,
  errors: ['RUN.FILTER', 'RUN.MANY'],
})

/** Deletes the runs that the caller may delete singly; the others are among the failed. */
export const deleteRuns = route({
  id: 'deleteRuns',
  method: 'DELETE',
  path: '/api/v1/streamhistories',
  summary: 'Delete several runs with their logs, artifacts and models',
  allow: 'run.delete-many',
  scope: 'query',
  touches: ['run', 'stream', 'model'],
  query: workspaceQuery,
  body: z.strictObject(chosenRuns),
  reply: manyReply,
  errors: ['RUN.FILTER', 'RUN.MANY'],
})
