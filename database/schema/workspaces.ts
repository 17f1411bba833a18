import type { ExecutionSpec } from '@podium/contract/tiers.ts'
import { sql } from 'drizzle-orm'
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  serial,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { accounts, instant } from './accounts.ts'

/** `number` is small and never used again: engines derive an identity from it. */
export const workspaces = pgTable(
  'workspaces',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    number: serial('number').notNull(),
    name: text('name').notNull(),
    s3_bucket_name: text('s3_bucket_name').notNull(),
    dashboard_hash: text('dashboard_hash'),
    edge_conductor_url: text('edge_conductor_url'),
    execution_specs: jsonb('execution_specs').$type<ExecutionSpec[]>().notNull().default([]),
    network: boolean('network').notNull().default(false),
    queue: text('queue'),
    pending_limit_minutes: integer('pending_limit_minutes'),
    system_user: text('system_user'),
    /** the newest solution's seq; numbers are never given twice */
    last_solution_seq: integer('last_solution_seq').notNull().default(0),
    created_by: uuid('created_by').references(() => accounts.id),
    created_at: instant('created_at').notNull().defaultNow(),
    updated_at: instant('updated_at').notNull().defaultNow(),
    revision: integer('revision').notNull().default(1),
  },
  (table) => [
    uniqueIndex('workspaces_number').on(table.number),
    uniqueIndex('workspaces_name').on(table.name),
    uniqueIndex('workspaces_bucket').on(table.s3_bucket_name),
    index('workspaces_created_at').on(table.created_at, table.id),
  ],
)

/** When a person last saw the overview of a workspace, and the end of the visit before; null for the first. */
export const overviewVisits = pgTable(
  'overview_visits',
  {
    workspace_id: uuid('workspace_id')
      .notNull()
      .references(() => workspaces.id, { onDelete: 'cascade' }),
    account_id: uuid('account_id')
      .notNull()
      .references(() => accounts.id),
    since: instant('since'),
    seen_at: instant('seen_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.account_id, table.workspace_id] })],
)

export const members = pgTable(
  'members',
  {
    workspace_id: uuid('workspace_id')
      .notNull()
      .references(() => workspaces.id, { onDelete: 'cascade' }),
    account_id: uuid('account_id')
      .notNull()
      .references(() => accounts.id),
    role: text('role', { enum: ['MANAGER', 'DEVELOPER', 'MEMBER'] }).notNull(),
    created_at: instant('created_at').notNull().default(sql`now()`),
  },
  (table) => [
    primaryKey({ columns: [table.workspace_id, table.account_id] }),
    index('members_account').on(table.account_id),
  ],
)
