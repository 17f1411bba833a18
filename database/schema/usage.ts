import { bigint, date, index, integer, numeric, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { accounts, instant } from './accounts.ts'
import { workspaces } from './workspaces.ts'

/**
 * What each attempt of a run that has ended used: the last one is written by triggers of `runs` (migrations "usage" and
 * "hold"), one that lost its place by the run loop. It is kept when the run is deleted, so that deleting runs does not
 * lower the use. It goes with its workspace.
 */
export const runUsage = pgTable(
  'run_usage',
  {
    run_id: uuid('run_id').notNull(),
    attempt: integer('attempt').notNull().default(1),
    workspace_id: uuid('workspace_id')
      .notNull()
      .references(() => workspaces.id, { onDelete: 'cascade' }),
    account_id: uuid('account_id').references(() => accounts.id),
    pipeline: text('pipeline', { enum: ['train', 'inference'] }).notNull(),
    /** null where the run ended before it was given one */
    tier: text('tier'),
    instance_type: text('instance_type'),
    started_at: instant('started_at').notNull(),
    ended_at: instant('ended_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.run_id, table.attempt] }),
    index('run_usage_workspace').on(table.workspace_id, table.ended_at),
  ],
)

/** The hours of `run_usage` by month of UTC, kept as `run_totals` is. */
export const useByMonth = pgTable(
  'use_by_month',
  {
    workspace_id: uuid('workspace_id').notNull(),
    account_id: uuid('account_id'),
    pipeline: text('pipeline').notNull(),
    instance_type: text('instance_type'),
    /** its first day */
    month: date('month').notNull(),
    seconds: numeric('seconds').notNull(),
  },
  (table) => [index('use_by_month_workspace').on(table.workspace_id, table.month)],
)

/** Files that people uploaded and that are in the bucket now, with the account that uploaded each. */
export const uploads = pgTable(
  'uploads',
  {
    workspace_id: uuid('workspace_id')
      .notNull()
      .references(() => workspaces.id, { onDelete: 'cascade' }),
    path: text('path').notNull(),
    account_id: uuid('account_id').references(() => accounts.id),
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
    stored_at: instant('stored_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.workspace_id, table.path] })],
)

/** Uploads whose bytes are on their way to the object store itself: they count as stored from their beginning. */
export const begunUploads = pgTable(
  'begun_uploads',
  {
    mark: text('mark').primaryKey(),
    workspace_id: uuid('workspace_id')
      .notNull()
      .references(() => workspaces.id, { onDelete: 'cascade' }),
    account_id: uuid('account_id').references(() => accounts.id),
    bucket: text('bucket').notNull(),
    path: text('path').notNull(),
    /** as announced */
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
    /** the store's own name of it */
    store_id: text('store_id').notNull(),
    /** when it was begun or the address of a part was last asked for */
    touched_at: instant('touched_at').notNull().defaultNow(),
  },
  (table) => [index('begun_uploads_workspace').on(table.workspace_id)],
)
