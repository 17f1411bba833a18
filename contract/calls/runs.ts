import * as z from 'zod/mini'
import { dataSetRead } from '../rules/data-set-address.ts'
import { RUN_STATES } from '../rules/run-state.ts'
import { tier } from '../rules/tiers.ts'
import { program } from '../solution-metadata/program-shape.ts'
import { route } from '../wire/route.ts'
import {
  count,
  id,
  inWorkspace,
  listQuery,
  openObject,
  revision,
  text,
  time,
  workspaceQuery,
} from '../wire/shapes.ts'
import { gapKind } from './run-series.ts'
import { chosenParameters, stream } from './streams.ts'

export const pipelineName = z.enum(['train', 'inference'])
export const runState = z.enum(RUN_STATES)

/** `fraction` from 0 to 1 */
export const progress = z.object({
  fraction: z.nullable(z.number()),
  step: z.nullable(z.string()),
  message: z.nullable(z.string()),
})

/** A run in a list. Polling clients read the word in `status`, Podium uses `state`; `model_version` is '3.7' or ''. */
export const run = z.object({
  id,
  name: z.string(),
  status: z.string(),
  state: runState,
  detail: z.string(),
  pipeline: pipelineName,
  stream_id: id,
  stream_name: z.string(),
  instance_id: id,
  instance_name: z.string(),
  solution_id: id,
  solution_name: z.string(),
  version_num: z.int(),
  model_version: z.string(),
  execution_spec: text,
  tags: z.array(z.string()),
  note: z.string(),
  created_by: z.string(),
  created_at: time,
  started_at: z.nullable(time),
  ended_at: z.nullable(time),
})
export type Run = z.infer<typeof run>

export const resources = z.object({ cpu: z.number(), memory_mib: z.number(), gpu: z.number() })

/** The variables that one run adds for itself, by name. They are plain text. */
const runVariables = z.record(z.string(), z.string())

/** A workspace variable that a run was given, with its revision but never its value. */
const givenVariable = z.object({ name: z.string(), secret: z.boolean(), revision })
export type GivenVariable = z.infer<typeof givenVariable>

/** Everything recorded about a run. `asked` holds the resources of its tier, `granted` those of the machine. */
export const runInfo = z.extend(run, {
  workspace_id: id,
  workspace_name: z.string(),
  solution_version_id: id,
  attempt: z.int(),
  exit_code: z.nullable(z.int()),
  raw: z.nullable(openObject),
  tier_asked: z.string(),
  tier_given: text,
  instance_type: text,
  asked: resources,
  granted: z.nullable(resources),
  queue_place: z.nullable(z.int()),
  parameters: z.record(z.string(), z.record(z.string(), z.unknown())),
  default_parameters: z.record(z.string(), z.record(z.string(), z.unknown())),
  dataset_uri: z.array(z.string()),
  /** the data set versions among the addresses, as long as they exist */
  data_sets: z.array(dataSetRead),
  /** variables that the run adds to those of its workspace */
  variables: runVariables,
  /** null before it started */
  given_variables: z.nullable(z.array(givenVariable)),
  metadata_json: openObject,
  metrics: z.record(z.string(), z.number()),
  progress: z.nullable(progress),
  model_from: z.nullable(id),
  retry_of: z.nullable(id),
  /** the schedule that started it, which may have been deleted since */
  schedule_id: z.nullable(id),
  stop_requested_at: z.nullable(time),
  artifact_bytes: z.number(),
  stored: z.boolean(),
  /** when its files were moved to the trash; null if they are not there */
  logs_trashed_at: z.nullable(time),
  artifacts_trashed_at: z.nullable(time),
  /** when the retention of its workspace removed them for good */
  logs_removed_at: z.nullable(time),
  artifacts_removed_at: z.nullable(time),
  log_types: z.array(z.object({ log_type: z.string(), size: z.number() })),
  log_limit: z.number(),
  engine: z.string(),
  /** the caller's own star */
  star: z.boolean(),
  /** number of Python packages in its list, which readPackages answers; null without a list */
  package_count: z.nullable(z.int()),
  /** names of the figures it wrote over time, as in listSeries */
  series: z.array(z.string()),
  /** figures whose newest value is not a number, with that value; `metrics` holds the last number before it, if any */
  ended_in: z.record(z.string(), gapKind),
  /** the steps it reported as progress, in order */
  steps: z.array(z.object({ name: z.string(), started_at: time, ended_at: z.nullable(time) })),
  /** seconds until it ends, estimated from its progress and earlier runs; null without an estimate */
  remaining_seconds: z.nullable(z.number()),
  /**
   * How it failed. `key` is the same for runs of the workspace that failed in the same way, and `alike` counts them,
   * including this one, up to 1,000. `place` is the innermost line of its own code, 'steps/labels.py:58'; `line` of the
   * log counts from 0.
   */
  failure: z.nullable(
    z.object({
      key: z.string(),
      title: z.string(),
      place: z.nullable(z.string()),
      log_type: z.nullable(z.string()),
      line: z.nullable(z.int()),
      alike: count,
    }),
  ),
})
export type RunInfo = z.infer<typeof runInfo>

const byId = z.object({ id: z.string() })

/** Tags of a run: words without commas. */
export const tagList = z
  .array(z.string().check(z.regex(/^[^\s,\p{Cc}][^,\p{Cc}]{0,39}$/u)))
  .check(z.maxLength(20))

const RUN_SORTS = ['name', 'state', 'created_at', 'started_at', 'ended_at'] as const

export const listInstanceRuns = route({
  id: 'listInstanceRuns',
  method: 'GET',
  path: '/api/v1/instances/{id}/streamhistories',
  summary: 'The runs of an instance',
  allow: 'run.read',
  scope: { instance: 'id' },
  reads: ['run', 'stream', 'instance', 'solution'],
  params: byId,
  query: listQuery(RUN_SORTS, { ...inWorkspace }),
  reply: z.object({ stream_histories: z.array(run), total: count }),
})

/** Runs grouped by version, newest version first. */
const runsByVersion = z.array(
  z.object({
    solution_version: z.object({ id, version_num: z.int() }),
    solution_version_stream_histories: z.array(run),
  }),
)

export const listSolutionRuns = route({
  id: 'listSolutionRuns',
  method: 'GET',
  path: '/api/v1/solutions/{id}/streamhistories',
  summary: 'The runs of a solution, flat and by version',
  allow: 'run.read',
  scope: { solution: 'id' },
  reads: ['run', 'stream', 'instance', 'solution'],
  params: byId,
  query: listQuery(RUN_SORTS, { ...inWorkspace }),
  reply: z.object({
    stream_histories: z.array(run),
    total: count,
    solution_version_streams: runsByVersion,
  }),
})

/** Groups the newest runs of the solution by version, at most `page_size` in all. */
export const listSolutionStreams = route({
  id: 'listSolutionStreams',
  method: 'GET',
  path: '/api/v1/solutions/{id}/streams',
  summary: 'The streams of a solution, and its newest runs by version',
  allow: 'stream.read',
  scope: { solution: 'id' },
  reads: ['stream', 'run', 'instance', 'solution'],
  params: byId,
  query: listQuery(['name', 'created_at', 'updated_at'], { ...inWorkspace }),
  reply: z.object({ streams: z.array(stream), total: count, solution_version_streams: runsByVersion }),
})

const startChoices = {
  metadata_json: z.optional(openObject),
  config_path: z.optional(z.string()),
  pipeline: z.optional(pipelineName),
  parameters: z.optional(chosenParameters),
  execution_spec: z.optional(tier),
  dataset_uri: z.optional(z.union([z.string(), z.array(z.string())])),
  model_from: z.optional(z.string()),
  variables: z.optional(runVariables),
  program: z.optional(program),
}

/**
 * `model_from` names the model that an inference reads: the id of the training run, in any stream of the solution, or
 * an alias of the solution such as 'champion'. Without it, the newest model of the stream is used.
 *
 * `program` replaces the command of the version, its arguments, working folder and files for this run; parameters that
 * its arguments name are given to it unchecked. It needs the permission to register solutions. `solution_version_id`
 * names another version of the stream's solution for this run: NOT.FOUND if the workspace has no such version, RUN.CHOICE
 * if it belongs to another solution. Retries repeat both.
 */
export const startRun = route({
  id: 'startRun',
  method: 'POST',
  path: '/api/v1/streamhistories/{id}',
  summary: 'Start a run on a stream',
  allow: 'run.start',
  scope: { stream: 'id' },
  touches: ['run'],
  params: byId,
  query: workspaceQuery,
  body: z.strictObject({ ...startChoices, solution_version_id: z.optional(z.string()) }),
  reply: runInfo,
  errors: ['RUN.NO_PIPELINE', 'RUN.CHOICE', 'RUN.NO_MODEL', 'INSTANCE.DRAFT', 'QUOTA.STORAGE.START'],
})

/**
 * Answers as the start of the first run would on a stream that does not exist yet: a stream of the instance, or a new
 * one without details. Clients call it so that nothing is made for a run that may not start.
 */
export const checkFirstStart = route({
  id: 'checkFirstStart',
  method: 'POST',
  path: '/api/v1/streamhistories/check',
  summary: 'Check whether a run could start on a new stream, before instance and stream are made',
  allow: 'run.start',
  scope: 'query',
  touches: [],
  query: workspaceQuery,
  body: z.strictObject({
    ...startChoices,
    solution_version_id: z.string(),
    instance_id: z.optional(z.string()),
  }),
  reply: z.object({}),
  errors: ['RUN.NO_PIPELINE', 'RUN.CHOICE', 'RUN.NO_MODEL', 'INSTANCE.DRAFT', 'QUOTA.STORAGE.START'],
})

export const readRun = route({
  id: 'readRun',
  method: 'GET',
  path: '/api/v1/streamhistories/{id}/info',
  summary: 'Everything recorded about a run',
  allow: 'run.read',
  scope: { run: 'id' },
  reads: ['run', 'stream', 'instance', 'solution'],
  params: byId,
  query: workspaceQuery,
  reply: runInfo,
})

export const stopRun = route({
  id: 'stopRun',
  method: 'POST',
  path: '/api/v1/streamhistories/{id}/stop',
  summary: 'Ask a run to stop; its state changes when the engine confirms',
  allow: 'run.stop',
  scope: { run: 'id' },
  touches: ['run'],
  params: byId,
  query: workspaceQuery,
  reply: runInfo,
  errors: ['RUN.ENDED'],
})

export const retryRun = route({
  id: 'retryRun',
  method: 'POST',
  path: '/api/v1/streamhistories/{id}/retry',
  summary: 'Start a new run with the same parameters',
  allow: 'run.start',
  scope: { run: 'id' },
  touches: ['run'],
  params: byId,
  query: workspaceQuery,
  reply: runInfo,
  errors: ['RUN.LIVE', 'RUN.CHOICE', 'RUN.NO_PIPELINE', 'RUN.NO_MODEL', 'QUOTA.STORAGE.START'],
})

/** Fields that are left out keep their value. The star is the caller's own. */
export const describeRun = route({
  id: 'describeRun',
  method: 'PATCH',
  path: '/api/v1/streamhistories/{id}',
  summary: 'Give a run tags, a note or a star',
  allow: 'run.describe',
  scope: { run: 'id' },
  touches: ['run'],
  params: byId,
  query: workspaceQuery,
  body: z.strictObject({
    tags: z.optional(tagList),
    note: z.optional(z.string().check(z.maxLength(2000))),
    star: z.optional(z.boolean()),
  }),
  reply: runInfo,
  errors: ['ACCOUNT.NONE'],
})

export const readMonitoring = route({
  id: 'readMonitoring',
  method: 'GET',
  path: '/api/v1/streamhistories/{id}/monitoring',
  summary: 'The address where a run is monitored, or null with the reason',
  allow: 'run.read',
  scope: { run: 'id' },
  reads: [],
  params: byId,
  query: workspaceQuery,
  reply: z.object({ url: z.nullable(z.string()), detail: z.string() }),
})

const after = z
  .optional(z.string().check(z.maxLength(100)))
  .check(
    z.describe(
      'The last `position` that was sent: what changed behind it is sent, and no `gap` where it is known',
    ),
  )

/**
 * Server-sent events of the workspace. `run` (data: the run as in a list, with `progress`) comes for every change,
 * `gap` (data: `{}`) if changes may have been missed and lists must be read again, and `position` (data: `{after}`)
 * after them, with which a reopened stream continues there. Without `after`, the first event is a `gap`.
 */
export const followRuns = route({
  id: 'followRuns',
  method: 'GET',
  path: '/api/v1/streamhistories/events',
  summary: "Changes of the workspace's runs as they happen",
  allow: 'run.read',
  scope: 'query',
  reads: [],
  transport: 'events',
  query: z.object({ ...inWorkspace, after }),
  reply: z.unknown(),
})

/**
 * Server-sent events for the page of a run, over one stream: those of `followRuns` for the run's workspace and, on
 * request, those of `followLog` and `followSeries`, whose `end` is called `log_end` and `series_end` here. An event's
 * id is the byte after the log text sent so far, so a reconnect with Last-Event-ID continues exactly there. The series
 * always start with all names.
 */
export const followRun = route({
  id: 'followRun',
  method: 'GET',
  path: '/api/v1/streamhistories/{id}/follow',
  summary: "Changes of the workspace's runs with a log and the series of one, over one stream",
  allow: 'run.read',
  scope: { run: 'id' },
  reads: [],
  transport: 'events',
  params: byId,
  query: z.object({
    ...inWorkspace,
    log_type: z
      .optional(z.string())
      .check(z.describe("The log to send: pipeline or process, also with '.log'; without it, none")),
    from: z._default(z.int().check(z.minimum(0)), 0).check(z.describe('The first byte of the log to send')),
    series: z.optional(z.enum(['0', '1'])).check(z.describe('1 says which series have new points')),
    after,
  }),
  reply: z.unknown(),
  errors: ['RUN.TRASHED', 'RUN.REMOVED', 'LOG.TYPE'],
})
