import {
  RETAINED_KINDS,
  type RetentionRule,
  retentionLimits,
  type StoredKind,
} from '@podium/contract/calls/retention.ts'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  date,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import { accounts, instant } from './accounts.ts'
import { workspaces } from './workspaces.ts'

/** What a workspace keeps of its runs; a workspace without a row keeps everything. */
export const retention = pgTable('retention', {
  workspace_id: uuid('workspace_id')
    .primaryKey()
    .references(() => workspaces.id, { onDelete: 'cascade' }),
  logs: jsonb('logs').$type<RetentionRule>(),
  artifacts: jsonb('artifacts').$type<RetentionRule>(),
  trash_days: integer('trash_days').notNull().default(retentionLimits.trash_days),
  revision: integer('revision').notNull().default(1),
  updated_by: uuid('updated_by').references(() => accounts.id),
  updated_at: instant('updated_at'),
  /** the rules are applied again by themselves an hour after it */
  applied_at: instant('applied_at'),
  /** when its storage was last noted among `storage_days` */
  noted_at: instant('noted_at'),
})

/**
 * What lies in the store of each run that has ended and was put away, by kind: narrow rows beside the wide ones of `runs`.
 * A trigger of `runs` removes them with their run, all of a statement at once, which a foreign key would do one by one.
 */
export const runFiles = pgTable(
  'run_files',
  {
    run_id: uuid('run_id').notNull(),
    kind: text('kind', { enum: RETAINED_KINDS }).notNull(),
    workspace_id: uuid('workspace_id').notNull(),
    stream_id: uuid('stream_id').notNull(),
    account_id: uuid('account_id'),
    ended_at: instant('ended_at').notNull(),
    /** those of the objects in the store, to the byte; 0 when they are removed */
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
    /** false: from before sizes were kept, and not looked at yet */
    measured: boolean('measured').notNull(),
    /** when the run was put away: what comes after an instant does not count in what was looked at then */
    recorded_at: instant('recorded_at').notNull(),
    /** when it last lost what kept it whatever the rules say, such as a reader: what a preview left out is not moved by its application */
    free_since: instant('free_since').notNull(),
    /** likewise, of an alias, which keeps a run where a rule says so */
    alias_lost_at: instant('alias_lost_at'),
    trashed_at: instant('trashed_at'),
    /** when it was given up for good: it cannot be restored any more */
    removed_at: instant('removed_at'),
    /** its objects may still lie in the store */
    removing: boolean('removing').notNull().default(false),
    /** rules leave alone what a person restored */
    restored_at: instant('restored_at'),
  },
  (table) => [
    primaryKey({ columns: [table.run_id, table.kind] }),
    index('run_files_stream').on(table.workspace_id, table.kind, table.stream_id, table.ended_at),
    index('run_files_trash')
      .on(table.workspace_id, table.trashed_at, table.run_id)
      .where(sql`trashed_at is not null and removed_at is null`),
    index('run_files_removing').on(table.workspace_id, table.run_id).where(sql`removing`),
    index('run_files_unmeasured').on(table.workspace_id, table.run_id).where(sql`not measured`),
  ],
)

/**
 * What the files of runs take, kept beside `run_files` by its triggers (migration "retention") as `run_totals` is kept beside
 * the runs.
 */
export const runFileTotals = pgTable(
  'run_file_totals',
  {
    workspace_id: uuid('workspace_id').notNull(),
    account_id: uuid('account_id'),
    kind: text('kind', { enum: RETAINED_KINDS }).notNull(),
    in_trash: boolean('in_trash').notNull(),
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
    /** the bytes of each times the second of its end: with `bytes` it tells how long they have lain there */
    byte_seconds: numeric('byte_seconds').notNull(),
  },
  (table) => [index('run_file_totals_workspace').on(table.workspace_id)],
)

/** What a workspace stored by kind at the end of each day of UTC, or when it was last looked at on it. */
export const storageDays = pgTable(
  'storage_days',
  {
    workspace_id: uuid('workspace_id')
      .notNull()
      .references(() => workspaces.id, { onDelete: 'cascade' }),
    day: date('day').notNull(),
    bytes: jsonb('bytes').$type<Record<StoredKind, number>>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspace_id, table.day] })],
)
