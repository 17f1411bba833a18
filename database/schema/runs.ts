import type { Gap, SeriesKind } from '@podium/contract/calls/run-series.ts'
import type { GivenVariable } from '@podium/contract/calls/runs.ts'
import { LIVE_STATES, RUN_STATES } from '@podium/contract/rules/run-state.ts'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  customType,
  doublePrecision,
  index,
  integer,
  json,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { accounts, instant } from './accounts.ts'
import { instances, solutions, solutionVersions, streams } from './solutions.ts'
import { workspaces } from './workspaces.ts'

/** The states of a run that has not ended, for conditions such as `state in (…)`. */
export const liveStates = sql.raw(LIVE_STATES.map((state) => `'${state}'`).join(', '))

/**
 * A run (on the wire: stream history) is its own job in the queue: `owner`, `lease_until` and `attempt` say which
 * server drives it, until the engine has forgotten it. Only the holder of the lease writes; `attempt` rejects late writes
 * of a former holder.
 */
export const runs = pgTable(
  'runs',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    workspace_id: uuid('workspace_id')
      .notNull()
      .references(() => workspaces.id, { onDelete: 'cascade' }),
    solution_id: uuid('solution_id')
      .notNull()
      .references(() => solutions.id, { onDelete: 'cascade' }),
    solution_version_id: uuid('solution_version_id')
      .notNull()
      .references(() => solutionVersions.id, { onDelete: 'cascade' }),
    instance_id: uuid('instance_id')
      .notNull()
      .references(() => instances.id, { onDelete: 'cascade' }),
    stream_id: uuid('stream_id')
      .notNull()
      .references(() => streams.id, { onDelete: 'cascade' }),
    number: integer('number').notNull(),
    name: text('name').notNull(),
    /** searched text in lower case: the names of the run and the solution */
    search_text: text('search_text').notNull().default(''),
    pipeline: text('pipeline', { enum: ['train', 'inference'] }).notNull(),
    state: text('state', { enum: RUN_STATES }).notNull().default('queued'),
    /** the sentence that explains the state */
    detail: text('detail').notNull().default(''),
    raw: json('raw').$type<Record<string, unknown>>(),
    exit_code: integer('exit_code'),
    attempt: integer('attempt').notNull().default(1),
    owner: text('owner'),
    lease_until: instant('lease_until'),
    submitted: boolean('submitted').notNull().default(false),
    stop_requested_at: instant('stop_requested_at'),
    stop_requested_by: uuid('stop_requested_by').references(() => accounts.id),
    tier_asked: text('tier_asked').notNull(),
    tier_given: text('tier_given'),
    instance_type: text('instance_type'),
    asked_cpu: doublePrecision('asked_cpu').notNull(),
    asked_memory_mib: integer('asked_memory_mib').notNull(),
    asked_gpu: integer('asked_gpu').notNull().default(0),
    granted_cpu: doublePrecision('granted_cpu'),
    granted_memory_mib: integer('granted_memory_mib'),
    granted_gpu: integer('granted_gpu'),
    parameters: json('parameters').$type<Record<string, Record<string, unknown>>>().notNull(),
    dataset_uri: json('dataset_uri').$type<string[]>().notNull(),
    /** plain variables added to those of its workspace, by name */
    variables: json('variables').$type<Record<string, string>>().notNull().default({}),
    /** the workspace's variables that it got, without values; null before its first start */
    given_variables: json('given_variables').$type<GivenVariable[]>(),
    /** the version's metadata with this run's choices filled in, as really used */
    metadata_json: json('metadata_json').$type<Record<string, unknown>>().notNull(),
    model_from: uuid('model_from'),
    retry_of: uuid('retry_of'),
    /** the schedule that started it, which may have been deleted since */
    schedule_id: uuid('schedule_id'),
    /** the instance was in dev mode when it started */
    dev: boolean('dev').notNull().default(false),
    model_number: integer('model_number'),
    metrics: json('metrics').$type<Record<string, number>>().notNull().default({}),
    progress: json('progress').$type<{
      fraction: number | null
      step: string | null
      message: string | null
    }>(),
    /** progress of each step that the run reported, in order */
    steps: json('steps')
      .$type<{ name: string; started_at: string; ended_at: string | null }[]>()
      .notNull()
      .default([]),
    /** equal for runs that failed in the same way; null if it did not fail */
    failure_key: text('failure_key'),
    /** the error, its place in the run's own code, and the log that shows it; `line` counts from 0 */
    failure: json('failure').$type<{
      title: string
      place: string | null
      log_type: 'pipeline' | 'process' | null
      line: number | null
    }>(),
    note: text('note').notNull().default(''),
    model_note: text('model_note').notNull().default(''),
    /** the logs and artifacts are in the bucket */
    stored: boolean('stored').notNull().default(false),
    /** size of its outputs, as the run wrote them */
    artifact_bytes: bigint('artifact_bytes', { mode: 'number' }).notNull().default(0),
    created_by: uuid('created_by').references(() => accounts.id),
    created_at: instant('created_at').notNull().defaultNow(),
    started_at: instant('started_at'),
    ended_at: instant('ended_at'),
    /** when people were notified that it has not started for a while */
    waits_told_at: instant('waits_told_at'),
  },
  (table) => [
    uniqueIndex('runs_number').on(table.stream_id, table.number),
    // finds the workspace, stream and time of runs by id without reading `runs`
    index('runs_place').on(
      table.id,
      table.workspace_id,
      table.created_at,
      table.stream_id,
      table.instance_id,
    ),
    index('runs_workspace').on(table.workspace_id, table.created_at, table.id),
    index('runs_name').on(table.workspace_id, sql`lower(${table.name})`, table.id),
    index('runs_stream').on(table.stream_id, table.created_at, table.id),
    index('runs_instance').on(table.instance_id, table.created_at, table.id),
    index('runs_solution').on(table.solution_id, table.created_at, table.id),
    index('runs_started').on(table.workspace_id, table.started_at, table.id),
    index('runs_ended').on(table.workspace_id, table.ended_at, table.id),
    index('runs_failed').on(table.workspace_id, table.ended_at, table.id).where(sql`state = 'failed'`),
    index('runs_states').on(table.workspace_id, table.state, table.created_at, table.id),
    index('runs_person').on(table.workspace_id, table.created_by, table.created_at, table.id),
    index('runs_failure')
      .on(table.workspace_id, table.failure_key, table.created_at, table.id)
      .where(sql`failure_key is not null`),
    index('runs_models')
      .on(table.workspace_id, table.created_at, table.id)
      .where(sql`model_number is not null`),
    index('runs_version').on(table.solution_version_id, table.created_at, table.id),
    index('runs_pipeline').on(table.workspace_id, table.pipeline, table.created_at, table.id),
    index('runs_tier').on(table.workspace_id, table.tier_asked, table.created_at, table.id),
    index('runs_duration').on(
      table.workspace_id,
      sql`date_part('epoch', ${table.ended_at} - ${table.started_at})`,
      table.id,
    ),
    index('runs_model_from')
      .on(table.model_from, table.created_at, table.id)
      .where(sql`model_from is not null`),
    index('runs_schedule').on(table.schedule_id, table.created_at).where(sql`schedule_id is not null`),
    index('runs_state').on(table.instance_id, table.state),
    index('runs_model').on(table.stream_id, table.model_number).where(sql`model_number is not null`),
    // There is also an index of the trigrams of search_text (migration 0016).
    index('runs_live').on(table.created_at, table.id).where(sql`state in ('queued', 'starting', 'running')`),
    index('runs_owner').on(table.owner).where(sql`owner is not null`),
  ],
)

/**
 * Number of runs and models of a workspace, maintained by triggers of `runs` (migration "run-records"). A key may have
 * several rows, which are summed. A change merges its difference with the rows that no other change has locked, so that
 * changes never wait for each other.
 */
export const runTotals = pgTable(
  'run_totals',
  {
    workspace_id: uuid('workspace_id').notNull(),
    account_id: uuid('account_id'),
    pipeline: text('pipeline').notNull(),
    state: text('state').notNull(),
    runs: bigint('runs', { mode: 'number' }).notNull(),
    models: bigint('models', { mode: 'number' }).notNull(),
  },
  (table) => [index('run_totals_workspace').on(table.workspace_id)],
)

/** Number of runs of a stream, maintained like `run_totals`. */
export const streamTotals = pgTable(
  'stream_totals',
  {
    stream_id: uuid('stream_id').notNull(),
    instance_id: uuid('instance_id').notNull(),
    runs: bigint('runs', { mode: 'number' }).notNull(),
  },
  (table) => [
    index('stream_totals_stream').on(table.stream_id),
    index('stream_totals_instance').on(table.instance_id),
  ],
)

/** Number of runs of a solution, maintained like `run_totals`. */
export const solutionTotals = pgTable(
  'solution_totals',
  {
    solution_id: uuid('solution_id').notNull(),
    runs: bigint('runs', { mode: 'number' }).notNull(),
  },
  (table) => [index('solution_totals_solution').on(table.solution_id)],
)

/** Number of a workspace's runs created in each quarter of an hour, by current state, maintained like `run_totals`. */
export const runQuarters = pgTable(
  'run_quarters',
  {
    workspace_id: uuid('workspace_id').notNull(),
    quarter: instant('quarter').notNull(),
    state: text('state', { enum: RUN_STATES }).notNull(),
    runs: bigint('runs', { mode: 'number' }).notNull(),
  },
  (table) => [index('run_quarters_workspace').on(table.workspace_id, table.quarter)],
)

/**
 * When the run was created. Written by triggers of these tables (migration "run-list-plans"), so that the newest runs
 * with a tag, a figure or a parameter are found without reading `runs`.
 */
const runCreatedAt = () => instant('run_created_at').notNull().default(sql`'epoch'`)

/** The stream of the run, also written by triggers, to find a stream's runs without reading `runs`. */
const streamOfRun = () => uuid('stream_id')

/** The final figures of each run, by name, written by a trigger of `runs` (migration "run-records"). */
export const runFigures = pgTable(
  'run_figures',
  {
    run_id: uuid('run_id')
      .notNull()
      .references(() => runs.id, { onDelete: 'cascade' }),
    workspace_id: uuid('workspace_id').notNull(),
    name: text('name').notNull(),
    value: doublePrecision('value').notNull(),
    run_created_at: runCreatedAt(),
    stream_id: streamOfRun(),
  },
  (table) => [
    primaryKey({ columns: [table.run_id, table.name] }),
    index('run_figures_stream').on(table.stream_id, table.name, table.value),
    index('run_figures_value').on(
      table.workspace_id,
      table.name,
      table.value,
      table.run_id,
      table.run_created_at,
    ),
  ],
)

/**
 * The parameters of each run as 'step.argument', also written by a trigger: the first thousand characters of the value,
 * and its `number`, or null if it is none.
 */
export const runParameters = pgTable(
  'run_parameters',
  {
    run_id: uuid('run_id')
      .notNull()
      .references(() => runs.id, { onDelete: 'cascade' }),
    workspace_id: uuid('workspace_id').notNull(),
    name: text('name').notNull(),
    value: text('value').notNull(),
    number: doublePrecision('number'),
    /** compared text, as a column so that an index-only scan can answer */
    word: text('word').generatedAlwaysAs(sql.raw('left(value, 200)')),
    run_created_at: runCreatedAt(),
    stream_id: streamOfRun(),
  },
  (table) => [
    primaryKey({ columns: [table.run_id, table.name] }),
    index('run_parameters_stream_number').on(table.stream_id, table.name, table.number),
    index('run_parameters_stream_word').on(table.stream_id, table.name, table.word),
    index('run_parameters_number').on(
      table.workspace_id,
      table.name,
      table.number,
      table.run_id,
      table.run_created_at,
    ),
    index('run_parameters_word').on(
      table.workspace_id,
      table.name,
      table.word,
      table.run_id,
      table.run_created_at,
    ),
  ],
)

export const runTags = pgTable(
  'run_tags',
  {
    run_id: uuid('run_id')
      .notNull()
      .references(() => runs.id, { onDelete: 'cascade' }),
    workspace_id: uuid('workspace_id').notNull(),
    tag: text('tag').notNull(),
    run_created_at: runCreatedAt(),
    stream_id: streamOfRun(),
  },
  (table) => [
    primaryKey({ columns: [table.run_id, table.tag] }),
    index('run_tags_stream').on(table.stream_id, table.tag),
    index('run_tags_tag').on(table.workspace_id, table.tag, table.run_id, table.run_created_at),
  ],
)

export const runStars = pgTable(
  'run_stars',
  {
    account_id: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    run_id: uuid('run_id')
      .notNull()
      .references(() => runs.id, { onDelete: 'cascade' }),
    /** the run's workspace, written like `run_created_at` */
    workspace_id: uuid('workspace_id').notNull().default(sql`'00000000-0000-0000-0000-000000000000'`),
    run_created_at: runCreatedAt(),
    stream_id: streamOfRun(),
  },
  (table) => [
    primaryKey({ columns: [table.account_id, table.run_id] }),
    index('run_stars_run').on(table.run_id),
    index('run_stars_stream').on(table.account_id, table.stream_id),
    index('run_stars_account').on(table.account_id, table.workspace_id, table.run_id, table.run_created_at),
  ],
)

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** Values that a run wrote or used over time. `points` are step, time and value as little-endian doubles. */
export const runSeries = pgTable(
  'run_series',
  {
    run_id: uuid('run_id')
      .notNull()
      .references(() => runs.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    kind: text('kind').$type<SeriesKind>().notNull(),
    unit: text('unit').notNull().default(''),
    /** number of points written; at most MAX_POINTS of them are kept */
    count: integer('count').notNull(),
    /** null if no value was a number */
    last: doublePrecision('last'),
    /** values that are not numbers, at most MAX_GAPS */
    gaps: json('gaps').$type<Gap[]>().notNull().default([]),
    points: bytes('points').notNull(),
  },
  (table) => [primaryKey({ columns: [table.run_id, table.kind, table.name] })],
)

/** Names of models within a solution; each names one model. */
export const modelAliases = pgTable(
  'model_aliases',
  {
    solution_id: uuid('solution_id')
      .notNull()
      .references(() => solutions.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    run_id: uuid('run_id')
      .notNull()
      .references(() => runs.id, { onDelete: 'cascade' }),
    given_by: uuid('given_by').references(() => accounts.id),
    given_at: instant('given_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.solution_id, table.name] }),
    index('model_aliases_run').on(table.run_id),
  ],
)

/** Saved views of runs; `address` is the query of the page after the '?'. */
export const runViews = pgTable(
  'run_views',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    workspace_id: uuid('workspace_id')
      .notNull()
      .references(() => workspaces.id, { onDelete: 'cascade' }),
    account_id: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    address: text('address').notNull(),
    shared: boolean('shared').notNull(),
    created_at: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('run_views_name').on(table.workspace_id, table.account_id, sql`lower(${table.name})`),
  ],
)
