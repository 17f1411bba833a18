import { WEBHOOK_EVENTS, WEBHOOK_KINDS } from '@podium/contract/calls/webhooks.ts'
import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { accounts, bytea, instant } from './accounts.ts'
import { workspaces } from './workspaces.ts'

/** The webhooks of a workspace. */
export const webhooks = pgTable(
  'webhooks',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    workspace_id: uuid('workspace_id')
      .notNull()
      .references(() => workspaces.id, { onDelete: 'cascade' }),
    kind: text('kind', { enum: WEBHOOK_KINDS }).notNull(),
    url: text('url').notNull(),
    events: text('events', { enum: WEBHOOK_EVENTS }).array().notNull(),
    /** key that signs the body, sealed for this webhook */
    secret: bytea('secret').notNull(),
    created_by: uuid('created_by').references(() => accounts.id),
    created_at: instant('created_at').notNull().defaultNow(),
  },
  (table) => [index('webhooks_workspace').on(table.workspace_id, table.created_at)],
)

/** An event to be sent to one webhook: written in the transaction of the event, and kept for a while afterwards. */
export const deliveries = pgTable(
  'deliveries',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    workspace_id: uuid('workspace_id')
      .notNull()
      .references(() => workspaces.id, { onDelete: 'cascade' }),
    webhook_id: uuid('webhook_id')
      .notNull()
      .references(() => webhooks.id, { onDelete: 'cascade' }),
    event: text('event').notNull(),
    /** the run, which may have been deleted since; null for a test */
    run_id: uuid('run_id'),
    /** facts of workspace and run at the time of the event */
    facts: jsonb('facts').notNull(),
    tries: integer('tries').notNull().default(0),
    /** when it may be sent next; the end of the sender's lease while it is being sent; null when done */
    next_at: instant('next_at').defaultNow(),
    tried_at: instant('tried_at'),
    /** the status of the last answer, or the reason why there was none */
    answer: integer('answer'),
    trouble: text('trouble'),
    took_ms: integer('took_ms'),
    created_at: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('deliveries_webhook').on(table.webhook_id, table.created_at, table.id),
    index('deliveries_due').on(table.webhook_id, table.next_at).where(sql`next_at is not null`),
    index('deliveries_workspace').on(table.workspace_id),
    index('deliveries_created_at').on(table.created_at),
  ],
)

/** A notification in the console's bell: written with the deliveries of its event, and kept as long. */
export const notifications = pgTable(
  'notifications',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    account_id: uuid('account_id')
      .notNull()
      .references(() => accounts.id),
    workspace_id: uuid('workspace_id')
      .notNull()
      .references(() => workspaces.id, { onDelete: 'cascade' }),
    event: text('event').notNull(),
    /** the run, which may have been deleted since; null if it is about no run */
    run_id: uuid('run_id'),
    /** facts at the time of the event */
    facts: jsonb('facts').notNull(),
    read_at: instant('read_at'),
    created_at: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('notifications_account').on(table.account_id, table.created_at, table.id),
    index('notifications_unread').on(table.account_id).where(sql`read_at is null`),
    index('notifications_workspace').on(table.workspace_id),
    index('notifications_created_at').on(table.created_at),
  ],
)

/** A mail to one person about one or more events, and its result. */
export const mails = pgTable(
  'mails',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    account_id: uuid('account_id')
      .notNull()
      .references(() => accounts.id),
    /** true if the person requested it as a test; it has no events */
    is_test: boolean('is_test').notNull().default(false),
    tries: integer('tries').notNull().default(0),
    /** when it may be sent next; the end of the sender's lease while it is being sent; null when done */
    next_at: instant('next_at').defaultNow(),
    tried_at: instant('tried_at'),
    /** why the last try failed; null if it was accepted */
    trouble: text('trouble'),
    created_at: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('mails_account').on(table.account_id, table.created_at),
    index('mails_due').on(table.next_at).where(sql`next_at is not null`),
    index('mails_created_at').on(table.created_at),
  ],
)

/** An event for a person's mail: written with the deliveries of its event, and gathered into a mail a little later. */
export const mailEvents = pgTable(
  'mail_events',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    account_id: uuid('account_id')
      .notNull()
      .references(() => accounts.id),
    workspace_id: uuid('workspace_id')
      .notNull()
      .references(() => workspaces.id, { onDelete: 'cascade' }),
    /** null until it is gathered into a mail */
    mail_id: uuid('mail_id').references(() => mails.id, { onDelete: 'cascade' }),
    event: text('event').notNull(),
    /** facts at the time of the event */
    facts: jsonb('facts').notNull(),
    created_at: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('mail_events_mail').on(table.mail_id, table.created_at, table.id),
    index('mail_events_waiting').on(table.created_at).where(sql`mail_id is null`),
    index('mail_events_workspace').on(table.workspace_id),
  ],
)
