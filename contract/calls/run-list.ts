import * as z from 'zod/mini'
import { route } from '../wire/route.ts'
import {
  count,
  id,
  inWorkspace,
  listQuery,
  nothing,
  pages,
  searched,
  workspaceQuery,
} from '../wire/shapes.ts'
import { pipelineName, run } from './runs.ts'
import { listStreamsByInstance, MODEL_LIST } from './streams.ts'

const word = (meaning: string) => z.optional(z.string().check(z.maxLength(1000))).check(z.describe(meaning))
const words = (meaning: string) =>
  z
    .optional(
      z.union([
        z.string().check(z.maxLength(1000)),
        z.array(z.string().check(z.maxLength(1000))).check(z.maxLength(10)),
      ]),
    )
    .check(z.describe(meaning))

const byId = z.object({ id: z.string().check(z.describe('The id of the saved view')) })

/** Filters that choose a set of runs: in the query of the list, and as the `filter` of calls for many runs. */
export const runFilters = {
  q: searched,
  stream_id: word('Only those of this stream'),
  instance_id: word('Only those of this instance'),
  solution_id: word('Only those of this solution'),
  state: word('Only those in one of these states, separated by commas'),
  pipeline: z.optional(pipelineName).check(z.describe('Only those of this pipeline')),
  solution: word('Only those of the solutions with these names, separated by commas'),
  version: z
    .optional(z.int().check(z.minimum(1), z.maximum(2 ** 31 - 1)))
    .check(z.describe('Only those of this version of their solution')),
  stream: word('Only those of the streams with these names, separated by commas'),
  person: word(
    "Only those that the accounts with these IDs started, separated by commas; 'me' is the caller",
  ),
  tier: word('Only those that asked for one of these tiers, separated by commas'),
  from: word('A day of UTC or an instant; only runs started since then'),
  to: word('A day of UTC (included) or an instant (excluded); only runs started until then'),
  ended_from: word('A day of UTC or an instant; only runs that ended since then'),
  tag: words('Only those with this tag; several: with all of them'),
  star: z.optional(z.literal('true')).check(z.describe('Only those that the caller starred')),
  failure: word('Only those with this failure key'),
  figure: words("Only those with a matching figure: 'accuracy>0.9', with one of > >= < <= = !="),
  parameter: words(
    "Only those with a matching parameter: 'epochs=300' in any step, or 'train.epochs=300', with one of > >= < <= = !=",
  ),
}
export type RunFilters = z.infer<z.ZodMiniObject<typeof runFilters>>

export const RUN_SORT =
  /^-?(name|state|created_at|started_at|ended_at|duration|figure:.{1,200}|parameter:.{1,200})$/

export const listRuns = route({
  id: 'listRuns',
  method: 'GET',
  path: '/api/v1/streamhistories',
  summary: 'The runs of a workspace or of one stream',
  allow: 'run.read',
  scope: 'query',
  reads: ['run', 'stream', 'instance', 'solution'],
  query: z.object({
    ...pages(20),
    ...inWorkspace,
    ...runFilters,
    sort: z
      .optional(z.string().check(z.maxLength(210), z.regex(RUN_SORT)))
      .check(
        z.describe(
          "A field, 'figure:accuracy' or 'parameter:train.epochs', with '-' before it for descending order; runs without a value come last",
        ),
      ),
    cursor: word('The next_cursor of the previous page; the answer then has no count'),
    figures: word(
      'Figures to include with each run, separated by commas; a name that holds a comma in quotes',
    ),
    parameters: word(
      "Parameters to include, such as 'epochs' of any step or 'train.epochs', separated by commas",
    ),
  }),
  reply: z.object({
    stream_histories: z.array(
      z.extend(run, {
        star: z.boolean(),
        figures: z.record(z.string(), z.number()),
        parameters: z.record(z.string(), z.unknown()),
      }),
    ),
    total: count,
    total_is_capped: z.boolean(),
    /** null on the last page */
    next_cursor: z.nullable(z.string()),
  }),
  errors: ['RUN.FILTER'],
})

/**
 * Like listStreamsByInstance, with the same search. The page counts instances with a matching run; each comes with its
 * streams that have one.
 */
export const listStreamsWithRuns = route({
  id: 'listStreamsWithRuns',
  method: 'GET',
  path: '/api/v1/streamhistories/streams',
  summary: 'Streams with a run that matches, grouped by their instance',
  allow: 'run.read',
  scope: 'query',
  reads: ['run', 'stream', 'instance', 'solution'],
  list: MODEL_LIST,
  query: listQuery(MODEL_LIST.sorts, { ...inWorkspace, ...runFilters }),
  reply: listStreamsByInstance.reply,
  errors: ['RUN.FILTER'],
})

/** Names that occur in the matching runs, with the number of runs for each; most frequent first, at most 200. */
const named = z.array(z.object({ name: z.string(), runs: count }))
/** A parameter has no step in its name for runs whose parameters are all of one step. */
export const listRunNames = route({
  id: 'listRunNames',
  method: 'GET',
  path: '/api/v1/streamhistories/names',
  summary: 'The filters and columns that the runs of a workspace offer',
  allow: 'run.read',
  scope: 'query',
  reads: ['run', 'stream', 'solution'],
  query: workspaceQuery,
  /** counted over the newest thousand runs */
  reply: z.object({
    figures: named,
    parameters: named,
    tags: named,
    people: z.array(z.object({ username: z.string(), display_name: z.string() })),
    solutions: z.array(z.string()),
    streams: z.array(z.string()),
  }),
})

export const exportRuns = route({
  id: 'exportRuns',
  method: 'GET',
  path: '/api/v1/streamhistories.csv',
  summary: 'The runs that match, as CSV: at most 10,000',
  allow: 'run.read',
  scope: 'query',
  reads: [],
  transport: 'bytes',
  query: z.object({
    ...inWorkspace,
    ...runFilters,
    sort: word('As in the list of runs'),
    figures: word('Figures to include as columns, separated by commas; a name that holds a comma in quotes'),
    parameters: word('Parameters to include as columns under their full names, separated by commas'),
  }),
  reply: z.unknown(),
  media: 'text/csv; charset=utf-8',
  errors: ['RUN.FILTER'],
})

/** A saved view. `address` is the part after the '?' of its page. `shared`: everyone in the workspace sees it. */
const runView = z.object({
  id,
  name: z.string(),
  address: z.string(),
  shared: z.boolean(),
  own: z.boolean(),
  created_by: z.string(),
})
const runViewBody = {
  name: z.string().check(z.minLength(1), z.maxLength(50)),
  address: z.string().check(z.maxLength(4000)),
  shared: z.boolean(),
}

export const listRunViews = route({
  id: 'listRunViews',
  method: 'GET',
  path: '/api/v1/run-views',
  summary: "The caller's saved views of the runs, and the shared ones",
  allow: 'run.read',
  scope: 'query',
  reads: ['run-view'],
  query: workspaceQuery,
  reply: z.object({ views: z.array(runView) }),
})

/** Replaces the caller's view of this name, and also the one named by `replaces`, which is thereby renamed. */
export const saveRunView = route({
  id: 'saveRunView',
  method: 'POST',
  path: '/api/v1/run-views',
  summary: 'Save a view of the runs',
  allow: 'run.read',
  scope: 'query',
  touches: ['run-view'],
  query: workspaceQuery,
  body: z.strictObject({ ...runViewBody, replaces: z.optional(id) }),
  reply: runView,
  errors: ['ACCOUNT.NONE', 'WORKSPACE.ONLY_LOOK'],
})

/** Deletes a view of the caller; a manager may delete any shared one. */
export const deleteRunView = route({
  id: 'deleteRunView',
  method: 'DELETE',
  path: '/api/v1/run-views/{id}',
  summary: 'Delete a saved view',
  allow: 'run.read',
  scope: 'query',
  touches: ['run-view'],
  params: byId,
  query: workspaceQuery,
  reply: nothing,
})
