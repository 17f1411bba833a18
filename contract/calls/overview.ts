import * as z from 'zod/mini'
import { tier } from '../rules/tiers.ts'
import { route } from '../wire/route.ts'
import { count, id, inWorkspace, nothing, text, time, workspaceQuery } from '../wire/shapes.ts'
import { model } from './models.ts'
import { resources, run, runState } from './runs.ts'

/** The parts of the home page, each of which is read, and fails, alone. */
export const OVERVIEW_CARDS = [
  'needs',
  'runs',
  'capacity',
  'recent',
  'models',
  'versions',
  'administration',
  'counts',
] as const
export type OverviewCard = (typeof OVERVIEW_CARDS)[number]

/** `content` is null where it could not be read, and `problem` says why; `at` is when it was read. */
const card = <T extends z.ZodMiniType>(content: T) =>
  z.optional(z.object({ at: time, problem: text, content: z.nullable(content) }))

const runStub = z.object({ id, name: z.string(), detail: z.string(), at: time })

/** What needs attention: `newest` and `longest` are the one to look at first; null where there is none. */
const needs = z.object({
  /** failures from then on are new; null where no visit is known, and those of the last 24 hours are */
  since: z.nullable(time),
  /** `newest.at` is its end */
  failed: z.object({ count, newest: z.nullable(runStub) }),
  /** runs that have waited ten minutes and more; `longest.at` is when it was asked for, its detail what it waits for */
  waiting: z.object({ count, longest: z.nullable(runStub) }),
  /** for administrators: accounts that cannot sign in because of wrong passwords */
  locked: z.optional(z.object({ count, username: text })),
  /** for managers: memberships of others that end within 7 days; `next` is the one that ends first */
  ending: z.optional(
    z.object({ count, next: z.nullable(z.object({ username: z.string(), ends_at: time })) }),
  ),
  /** when the caller's own membership ends, where that is within 7 days */
  own_ends_at: z.nullable(time),
  /**
   * Open requests for access, of all workspaces for administrators, of this one for its managers; `oldest` is the one
   * that waits longest
   */
  requests: z.optional(
    z.object({
      count,
      oldest: z.nullable(z.object({ username: z.string(), workspace_name: z.string(), at: time })),
    }),
  ),
})

/** `from` is the first instant of the part; a part without runs is there with an empty `runs`. */
const runsOverTime = z.object({
  days: z.int(),
  parts: z.array(z.object({ from: time, runs: z.partialRecord(runState, count) })),
})

/**
 * A tier of the workspace: what a run of it asks for, how many run in this workspace and, on the same instance type, in
 * others, how many of this workspace wait, and how many more would fit now; null where the engine does not answer.
 */
const tierCapacity = z.object({
  tier,
  instance_type: z.string(),
  asks: resources,
  own: count,
  others: count,
  waiting: count,
  free: z.nullable(count),
})

const recentVersion = z.object({
  solution_id: id,
  solution_name: z.string(),
  version_num: z.int(),
  created_at: time,
  created_by: z.string(),
})

/**
 * What administrators look at first. `sign_ins_refused` counts the last 24 hours; `gaps` is what the engine does not hold;
 * `last_export` is when `podium export` last wrote everything into a file, null where it never has.
 */
const administration = z.object({
  disk: z.nullable(z.object({ free: z.number(), total: z.number(), reserve: z.number() })),
  gaps: z.array(z.string()),
  accounts: count,
  without_workspace: count,
  sign_ins_refused: count,
  last_export: z.nullable(time),
})

/** What a workspace holds, by count. */
const counts = z.object({
  solutions: count,
  versions: count,
  instances: count,
  streams: count,
  models: count,
  runs: z.object({ queued: count, running: count, succeeded: count, failed: count, stopped: count }),
})

/** The cards that were asked for, all where none was named; that of the administrators is for them alone. */
export const readOverview = route({
  id: 'readOverview',
  method: 'GET',
  path: '/api/v1/overview',
  summary: 'The home page of a workspace, or some of its cards',
  allow: 'overview.read',
  scope: 'query',
  reads: ['solution', 'instance', 'stream', 'run', 'model', 'account', 'engine', 'member', 'access-request'],
  query: z.object({
    ...inWorkspace,
    cards: z
      .optional(z.string().check(z.maxLength(200)))
      .check(z.describe(`Which cards, separated by commas: ${OVERVIEW_CARDS.join(', ')}`)),
    days: z
      ._default(z.int().check(z.minimum(1), z.maximum(30)), 7)
      .check(
        z.describe('Days that the card of runs covers, including today; a single day is shown by hours'),
      ),
    time_zone: z
      ._default(z.string().check(z.maxLength(60)), 'UTC')
      .check(z.describe("Time zone in which its days begin, such as 'Europe/Berlin'")),
    since: z
      .optional(z.string().check(z.maxLength(40)))
      .check(
        z.describe('An instant after which failures are new; by default the last visit, or 24 hours ago'),
      ),
  }),
  reply: z.object({
    needs: card(needs),
    runs: card(runsOverTime),
    capacity: card(z.object({ tiers: z.array(tierCapacity) })),
    recent: card(z.object({ own: z.array(run), all: z.array(run) })),
    models: card(z.object({ models: z.array(model), total: count })),
    versions: card(z.object({ versions: z.array(recentVersion) })),
    administration: card(administration),
    counts: card(counts),
  }),
  errors: ['OVERVIEW.QUERY'],
})

/**
 * Half an hour after the page was last seen the visit is over, and the next reading tells what failed since. A caller without
 * an account has no visits.
 */
export const noteOverviewVisit = route({
  id: 'noteOverviewVisit',
  method: 'POST',
  path: '/api/v1/overview/visits',
  summary: 'Record that the caller has seen the home page of a workspace',
  allow: 'overview.read',
  scope: 'query',
  touches: [],
  query: workspaceQuery,
  reply: nothing,
})

export const readOverviewSummary = route({
  id: 'readOverviewSummary',
  method: 'GET',
  path: '/api/v1/solutions/overview/summary',
  summary: 'What a workspace holds, by count',
  allow: 'solution.read',
  scope: 'query',
  reads: ['solution', 'instance', 'stream', 'run'],
  query: workspaceQuery,
  reply: counts,
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
    solution_name_versions: z.array(recentVersion),
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
