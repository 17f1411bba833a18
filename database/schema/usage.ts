import { bigint, date, index, integer, numeric, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { accounts, instant } from './accounts.ts'
import { workspaces } from './workspaces.ts'

/**
 * Usage of each attempt of a run that has ended. The last attempt is written by triggers of `runs` (migrations "usage"
 * and "hold"), a preempted one by the run loop. Rows stay when the run is deleted, so that deleting runs does not lower
 * the usage, and go with the workspace.
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
    /** null if the run ended before it had one */
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

/** Hours of `run_usage` by UTC month, maintained like `run_totals`. */
export const useByMonth = pgTable(
  'use_by_month',
  {
    workspace_id: uuid('workspace_id').notNull(),
    account_id: uuid('account_id'),
    pipeline: text('pipeline').notNull(),
    instance_type: text('instance_type'),
    /** first day of the month */
    month: date('month').notNull(),
    seconds: numeric('seconds').notNull(),
  },
  (table) => [index('use_by_month_workspace').on(table.workspace_id, table.month)],
)

/** Uploaded files in the bucket, with the account that uploaded each. */
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

/** Uploads that clients send to the object store themselves; they count as stored from their beginning. */
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
    /** announced size */
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
    /** the store's id of the upload */
    store_id: text('store_id').notNull(),
    /** when it was begun or the address of a part was last requested */
    touched_at: instant('touched_at').notNull().defaultNow(),
  },
  (table) => [index('begun_uploads_workspace').on(table.workspace_id)],
)
