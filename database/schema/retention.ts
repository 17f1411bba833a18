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

/** Retention rules of a workspace; without a row, everything is kept. */
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
  /** the rules are applied again automatically an hour later */
  applied_at: instant('applied_at'),
  /** when its storage was last recorded in `storage_days` */
  noted_at: instant('noted_at'),
})

/**
 * Files in the store of each run that has ended and was recorded, by kind: narrow rows beside the wide ones of `runs`.
 * A trigger of `runs` removes them with their runs, once per statement, because a foreign key would do it row by row.
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
    /** exact size of the objects in the store; 0 after their removal */
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
    /** false: from before sizes were recorded, and not measured yet */
    measured: boolean('measured').notNull(),
    /** when the files were recorded; a preview at some instant ignores later ones */
    recorded_at: instant('recorded_at').notNull(),
    /** when it last became subject to the rules, so that applying a preview moves nothing that it left out */
    free_since: instant('free_since').notNull(),
    /** when it lost its last alias, which keeps a run if a rule says so */
    alias_lost_at: instant('alias_lost_at'),
    trashed_at: instant('trashed_at'),
    /** when it was removed for good and can no longer be restored */
    removed_at: instant('removed_at'),
    /** its objects may still be in the store */
    removing: boolean('removing').notNull().default(false),
    /** a person restored it, so rules leave it alone */
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

/** Storage of runs' files, maintained like `run_totals` by triggers of `run_files` (migration "retention"). */
export const runFileTotals = pgTable(
  'run_file_totals',
  {
    workspace_id: uuid('workspace_id').notNull(),
    account_id: uuid('account_id'),
    kind: text('kind', { enum: RETAINED_KINDS }).notNull(),
    in_trash: boolean('in_trash').notNull(),
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
    /** sum of bytes times the second of the run's end: with `bytes` it gives how long they have been stored */
    byte_seconds: numeric('byte_seconds').notNull(),
  },
  (table) => [index('run_file_totals_workspace').on(table.workspace_id)],
)

/** A workspace's storage by kind at the end of each UTC day, or when it was last measured on that day. */
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
