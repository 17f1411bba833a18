import type { KeptQuotas, Quota } from '@podium/contract/calls/quotas.ts'
import type { ExecutionSpec } from '@podium/contract/rules/tiers.ts'
import { sql } from 'drizzle-orm'
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  pgView,
  primaryKey,
  serial,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { accounts, instant } from './accounts.ts'

/** The displayed name of a workspace: the name in the column, without the suffix '-ws'. */
const displayNameIn = (column: string) => sql.raw(`regexp_replace(${column}, '-ws$', '')`)

/** `number` is small and never reused, because engines derive an identity from it. */
export const workspaces = pgTable(
  'workspaces',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    number: serial('number').notNull(),
    name: text('name').notNull(),
    display_name: text('display_name').notNull().generatedAlwaysAs(displayNameIn('name')),
    s3_bucket_name: text('s3_bucket_name').notNull(),
    dashboard_hash: text('dashboard_hash'),
    edge_conductor_url: text('edge_conductor_url'),
    execution_specs: jsonb('execution_specs').$type<ExecutionSpec[]>().notNull().default([]),
    network: boolean('network').notNull().default(false),
    queue: text('queue'),
    pending_limit_minutes: integer('pending_limit_minutes'),
    system_user: text('system_user'),
    stop_grace_seconds: integer('stop_grace_seconds'),
    quotas: jsonb('quotas').$type<KeptQuotas>().notNull().default({}),
    /** limits that people were notified of, and at how many per cent */
    quotas_told: jsonb('quotas_told').$type<Partial<Record<Quota, number>>>().notNull().default({}),
    members_may_only_look: boolean('members_may_only_look').notNull().default(false),
    /** seq of the newest solution; numbers are never reused */
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

/** When a person last saw the overview of a workspace, and the end of the visit before; null for the first visit. */
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

/** Members. A row outlives its `ends_at` for a while, so use `currentMembers` for current members. */
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
    /** 'group': granted and revoked by a group of single sign-on; 'direct': granted by a person */
    source: text('source', { enum: ['direct', 'group'] })
      .notNull()
      .default('direct'),
    created_at: instant('created_at').notNull().default(sql`now()`),
    /** when the membership ends (exclusive); null: never */
    ends_at: instant('ends_at'),
  },
  (table) => [
    primaryKey({ columns: [table.workspace_id, table.account_id] }),
    index('members_account').on(table.account_id),
    index('members_ends_at').on(table.ends_at).where(sql`ends_at is not null`),
  ],
)

/** The current memberships, by the time of the statement, because the transaction may have waited for a lock. */
export const currentMembers = pgView('current_members').as((db) =>
  db
    .select()
    .from(members)
    .where(sql`${members.ends_at} is null or ${members.ends_at} > statement_timestamp()`),
)

/** Requests for access by a typed name, which need not be the name of a workspace. */
export const accessRequests = pgTable(
  'access_requests',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    account_id: uuid('account_id')
      .notNull()
      .references(() => accounts.id),
    workspace_name: text('workspace_name').notNull(),
    workspace_display_name: text('workspace_display_name')
      .notNull()
      .generatedAlwaysAs(displayNameIn('workspace_name')),
    role: text('role', { enum: ['DEVELOPER', 'MEMBER'] }).notNull(),
    reason: text('reason').notNull(),
    state: text('state', { enum: ['open', 'approved', 'declined'] })
      .notNull()
      .default('open'),
    answer: text('answer').notNull().default(''),
    /** null if it ended with its workspace or account */
    decided_by: uuid('decided_by').references(() => accounts.id),
    decided_at: instant('decided_at'),
    created_at: instant('created_at').notNull().default(sql`now()`),
  },
  (table) => [
    uniqueIndex('access_requests_open').on(table.account_id, table.workspace_name).where(sql`state = 'open'`),
    index('access_requests_account').on(table.account_id, table.created_at),
    index('access_requests_workspace').on(table.workspace_name, table.created_at),
  ],
)
