import type { Modes, Tag } from '@podium/contract/calls/instances.ts'
import { RUN_STATES } from '@podium/contract/rules/run-state.ts'
import type { Metadata } from '@podium/contract/solution-metadata/metadata.ts'
import { MODES } from '@podium/contract/solution-metadata/modes.ts'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  json,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { accounts, instant } from './accounts.ts'
import { workspaces } from './workspaces.ts'

export const solutions = pgTable(
  'solutions',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    workspace_id: uuid('workspace_id')
      .notNull()
      .references(() => workspaces.id, { onDelete: 'cascade' }),
    seq: integer('seq').notNull(),
    name: text('name').notNull(),
    /** number of the newest version; numbers are never reused */
    last_version: integer('last_version').notNull().default(0),
    /** mean of all stars in solution_ratings, kept here for sorting; 0 if there are none */
    rating_mean: doublePrecision('rating_mean').notNull().default(0),
    rating_count: integer('rating_count').notNull().default(0),
    /** pipelines of the newest version, kept here so that lists need not read every version's metadata */
    pipelines: text('pipelines').array().notNull().default([]),
    /** searched text in lower case: the name, and the newest version's title and overview */
    search_text: text('search_text').notNull().default(''),
    created_by: uuid('created_by').references(() => accounts.id),
    created_at: instant('created_at').notNull().defaultNow(),
    updated_at: instant('updated_at').notNull().defaultNow(),
    revision: integer('revision').notNull().default(1),
  },
  (table) => [
    uniqueIndex('solutions_name').on(table.workspace_id, sql`lower(${table.name})`),
    uniqueIndex('solutions_seq').on(table.workspace_id, table.seq),
    index('solutions_updated_at').on(table.workspace_id, table.updated_at, table.id),
    index('solutions_created_at').on(table.workspace_id, table.created_at, table.id),
    index('solutions_maker').on(table.workspace_id, table.created_by, table.updated_at, table.id),
    ...MODES.map((mode) =>
      index(`solutions_${mode}`)
        // includes the creator, so that counting one person's solutions reads only the index
        .on(table.workspace_id, table.updated_at, table.id, table.created_by)
        .where(sql.raw(`pipelines @> '{${mode}}'`)),
    ),
    // There is also an index of the trigrams of search_text (migration 0009).
    index('solutions_rating').on(table.workspace_id, table.rating_mean, table.id),
  ],
)

/** The newest run of each solution, maintained by triggers of `runs` (migration 0007). */
export const solutionLastRuns = pgTable(
  'solution_last_runs',
  {
    solution_id: uuid('solution_id')
      .primaryKey()
      .references(() => solutions.id, { onDelete: 'cascade' }),
    workspace_id: uuid('workspace_id')
      .notNull()
      .references(() => workspaces.id, { onDelete: 'cascade' }),
    state: text('state', { enum: RUN_STATES }).notNull(),
    created_at: instant('created_at').notNull(),
  },
  (table) => [index('solution_last_runs_state').on(table.workspace_id, table.state, table.solution_id)],
)

/** The stars of each account for each solution, 1 to 5. */
export const solutionRatings = pgTable(
  'solution_ratings',
  {
    solution_id: uuid('solution_id')
      .notNull()
      .references(() => solutions.id, { onDelete: 'cascade' }),
    account_id: uuid('account_id')
      .notNull()
      .references(() => accounts.id),
    stars: integer('stars').notNull(),
    updated_at: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.solution_id, table.account_id] }),
    check('solution_ratings_stars', sql`${table.stars} between 1 and 5`),
  ],
)

/** `metadata_json` is json because jsonb would not keep the order of its names. */
export const solutionVersions = pgTable(
  'solution_versions',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    workspace_id: uuid('workspace_id')
      .notNull()
      .references(() => workspaces.id, { onDelete: 'cascade' }),
    solution_id: uuid('solution_id')
      .notNull()
      .references(() => solutions.id, { onDelete: 'cascade' }),
    version_num: integer('version_num').notNull(),
    /** validated at registration */
    metadata_json: json('metadata_json').$type<Metadata>().notNull(),
    pipelines: text('pipelines').array().notNull(),
    size: bigint('size', { mode: 'number' }).notNull().default(0),
    /** paths in its source of files that configure a tool; none if it was registered from metadata only */
    tool_files: text('tool_files').array().notNull().default([]),
    created_by: uuid('created_by').references(() => accounts.id),
    created_at: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('solution_versions_number').on(table.solution_id, table.version_num),
    index('solution_versions_created_at').on(table.workspace_id, table.created_at, table.id),
  ],
)

/** The run whose archive is stored for each version's pipeline: the one that ended last. */
export const versionArchives = pgTable(
  'version_archives',
  {
    solution_version_id: uuid('solution_version_id')
      .notNull()
      .references(() => solutionVersions.id, { onDelete: 'cascade' }),
    pipeline: text('pipeline', { enum: MODES }).notNull(),
    /** the run, which may have been deleted since */
    run_id: uuid('run_id').notNull(),
    ended_at: instant('ended_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.solution_version_id, table.pipeline] })],
)

export const instances = pgTable(
  'instances',
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
    name: text('name').notNull(),
    description: text('description'),
    tags: jsonb('tags').$type<Tag[]>().notNull().default([]),
    modes: jsonb('modes').$type<Modes>().notNull().default({}),
    execution_specs: jsonb('execution_specs')
      .$type<{ train?: string; inference?: string }>()
      .notNull()
      .default({}),
    train_resource: text('train_resource'),
    metadata_json: json('metadata_json').$type<Record<string, unknown>>(),
    draft: boolean('draft').notNull().default(false),
    coupled: boolean('coupled').notNull().default(false),
    created_by: uuid('created_by').references(() => accounts.id),
    created_at: instant('created_at').notNull().defaultNow(),
    updated_at: instant('updated_at').notNull().defaultNow(),
    revision: integer('revision').notNull().default(1),
  },
  (table) => [
    uniqueIndex('instances_name').on(table.workspace_id, sql`lower(${table.name})`),
    index('instances_version').on(table.solution_version_id),
    index('instances_solution').on(table.solution_id),
    index('instances_updated_at').on(table.workspace_id, table.updated_at, table.id),
    index('instances_created_at').on(table.workspace_id, table.created_at, table.id),
  ],
)

/** `run_count` and `model_count` number the stream's runs and models; they only grow. */
export const streams = pgTable(
  'streams',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    workspace_id: uuid('workspace_id')
      .notNull()
      .references(() => workspaces.id, { onDelete: 'cascade' }),
    instance_id: uuid('instance_id')
      .notNull()
      .references(() => instances.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    parameters: json('parameters').$type<Record<string, unknown>>().notNull().default({}),
    run_count: integer('run_count').notNull().default(0),
    model_count: integer('model_count').notNull().default(0),
    created_by: uuid('created_by').references(() => accounts.id),
    created_at: instant('created_at').notNull().defaultNow(),
    updated_at: instant('updated_at').notNull().defaultNow(),
    revision: integer('revision').notNull().default(1),
  },
  (table) => [
    uniqueIndex('streams_name').on(table.instance_id, sql`lower(${table.name})`),
    index('streams_updated_at').on(table.workspace_id, table.updated_at, table.id),
    index('streams_created_at').on(table.workspace_id, table.created_at, table.id),
  ],
)

/**
 * Locations in buckets whose objects are to be removed: written in the transaction that abandons them and processed
 * after it. A running registration has a row here and keeps postponing its `not_before`, so that a crash leaves nothing
 * behind.
 */
export const pendingRemovals = pgTable(
  'pending_removals',
  {
    bucket: text('bucket').notNull(),
    prefix: text('prefix').notNull(),
    not_before: instant('not_before').notNull().defaultNow(),
    created_at: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.bucket, table.prefix] }),
    index('pending_removals_not_before').on(table.not_before),
  ],
)
