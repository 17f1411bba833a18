import { LIVE_STATES, RUN_STATES } from '@podium/contract/run-state.ts'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  doublePrecision,
  index,
  integer,
  json,
  pgTable,
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
 * A run (on the wire: stream history) is its own job in the queue: `owner`, `lease_until` and `attempt` say
 * which server drives it. Only the holder of the lease writes; `attempt` fences off a late one.
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
    /** what a search looks through, in small letters: the run's name and the solution's */
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
    /** the version's metadata with this run's choices filled in: what was really used */
    metadata_json: json('metadata_json').$type<Record<string, unknown>>().notNull(),
    model_from: uuid('model_from'),
    retry_of: uuid('retry_of'),
    /** the instance was in dev mode when it started */
    dev: boolean('dev').notNull().default(false),
    model_number: integer('model_number'),
    metrics: json('metrics').$type<Record<string, number>>().notNull().default({}),
    progress: json('progress').$type<{
      fraction: number | null
      step: string | null
      message: string | null
    }>(),
    /** the logs and artifacts are in the bucket */
    stored: boolean('stored').notNull().default(false),
    artifact_bytes: bigint('artifact_bytes', { mode: 'number' }).notNull().default(0),
    created_by: uuid('created_by').references(() => accounts.id),
    created_at: instant('created_at').notNull().defaultNow(),
    started_at: instant('started_at'),
    ended_at: instant('ended_at'),
  },
  (table) => [
    uniqueIndex('runs_number').on(table.stream_id, table.number),
    index('runs_workspace').on(table.workspace_id, table.created_at, table.id),
    index('runs_name').on(table.workspace_id, sql`lower(${table.name})`, table.id),
    index('runs_stream').on(table.stream_id, table.created_at, table.id),
    index('runs_instance').on(table.instance_id, table.created_at, table.id),
    index('runs_solution').on(table.solution_id, table.created_at, table.id),
    index('runs_version').on(table.solution_version_id),
    index('runs_state').on(table.instance_id, table.state),
    index('runs_model').on(table.stream_id, table.model_number).where(sql`model_number is not null`),
    // beside these one of the trigrams of search_text (migration 0016)
    index('runs_live').on(table.created_at, table.id).where(sql`state in ('queued', 'starting', 'running')`),
  ],
)
