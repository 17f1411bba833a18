import * as z from 'zod/mini'
import { tier } from '../rules/tiers.ts'
import { route } from '../wire/route.ts'
import { count, id, inWorkspace, nothing, text, time, workspaceQuery } from '../wire/shapes.ts'
import { model } from './models.ts'
import { resources, run, runState } from './runs.ts'

/** The parts of the home page. Each is read separately, so one can fail alone. */
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

/** `content` is null if it could not be read, and `problem` says why; `at` is the time of reading. */
const card = <T extends z.ZodMiniType>(content: T) =>
  z.optional(z.object({ at: time, problem: text, content: z.nullable(content) }))

const runStub = z.object({ id, name: z.string(), detail: z.string(), at: time })

/** Things that need attention. `newest` and `longest` are the ones to look at first; null if there are none. */
const needs = z.object({
  /** failures since then are new; null if no visit is known, and the last 24 hours count */
  since: z.nullable(time),
  /** `newest.at` is the end of the run */
  failed: z.object({ count, newest: z.nullable(runStub) }),
  /** runs waiting for ten minutes or more. `longest.at` is when it was requested, its detail what it waits for */
  waiting: z.object({ count, longest: z.nullable(runStub) }),
  /** for administrators: accounts locked by wrong passwords */
  locked: z.optional(z.object({ count, username: text })),
  /** for managers: memberships of others that end within 7 days; `next` ends first */
  ending: z.optional(
    z.object({ count, next: z.nullable(z.object({ username: z.string(), ends_at: time })) }),
  ),
  /** when the caller's own membership ends, if that is within 7 days */
  own_ends_at: z.nullable(time),
  /**
   * Open requests for access: of all workspaces for administrators, of this one for its managers; `oldest` has waited
   * longest.
   */
  requests: z.optional(
    z.object({
      count,
      oldest: z.nullable(z.object({ username: z.string(), workspace_name: z.string(), at: time })),
    }),
  ),
})

/** `from` is the first instant of the part. A part without runs has an empty `runs`. */
const runsOverTime = z.object({
  days: z.int(),
  parts: z.array(z.object({ from: time, runs: z.partialRecord(runState, count) })),
})

/**
 * A tier of the workspace: what one of its runs asks for, how many run in this workspace and, on the same instance
 * type, in others, how many wait here, and how many more would fit now; null if the engine does not answer.
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
 * Things that administrators look at first. `sign_ins_refused` counts the last 24 hours; `gaps` lists what the engine
 * does not enforce; `last_export` is when `podium export` last wrote a complete export, null if never.
 */
const administration = z.object({
  disk: z.nullable(z.object({ free: z.number(), total: z.number(), reserve: z.number() })),
  gaps: z.array(z.string()),
  accounts: count,
  without_workspace: count,
  sign_ins_refused: count,
  last_export: z.nullable(time),
})

/** The number of objects of each kind in a workspace. */
const counts = z.object({
  solutions: count,
  versions: count,
  instances: count,
  streams: count,
  models: count,
  runs: z.object({ queued: count, running: count, succeeded: count, failed: count, stopped: count }),
})

/** Returns the cards that were named, or all. The administrators' card is for administrators only. */
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
 * A visit ends half an hour after the page was last seen; the next reading then counts failures since that visit. A
 * caller without an account has no visits.
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
