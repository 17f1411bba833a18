import { sql } from 'drizzle-orm'
import {
  boolean,
  customType,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'

export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** Times are ISO-8601 UTC text on both sides; the connection's type parser makes them so. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'string', precision: 3 })

/** Accounts are never removed: a deleted one keeps its row, so that what it did keeps its name. */
export const accounts = pgTable(
  'accounts',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    login_type: text('login_type', { enum: ['static', 'ldap'] }).notNull(),
    username: text('username').notNull(),
    display_name: text('display_name').notNull(),
    email: text('email'),
    company: text('company'),
    department: text('department'),
    role: text('role', { enum: ['ADMIN', 'DEVELOPER'] }).notNull(),
    password_hash: text('password_hash'),
    must_change_password: boolean('must_change_password').notNull().default(false),
    login_fail_count: integer('login_fail_count').notNull().default(0),
    locked_at: instant('locked_at'),
    last_login_at: instant('last_login_at'),
    /** an unlock counts like a login for the lock of accounts that nobody uses */
    unlocked_at: instant('unlocked_at'),
    deleted_at: instant('deleted_at'),
    created_at: instant('created_at').notNull().defaultNow(),
    updated_at: instant('updated_at').notNull().defaultNow(),
    revision: integer('revision').notNull().default(1),
  },
  (table) => [
    uniqueIndex('accounts_username').on(sql`lower(${table.username})`).where(sql`deleted_at is null`),
    index('accounts_display_name').on(sql`lower(${table.display_name})`, table.id),
  ],
)

/** Failed logins of IDs that are no account, under a keyed hash: they count like real ones. */
export const shadowLogins = pgTable(
  'shadow_logins',
  {
    key: bytea('key').primaryKey(),
    login_fail_count: integer('login_fail_count').notNull(),
    updated_at: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [index('shadow_logins_updated_at').on(table.updated_at)],
)

/** Which IDs (hashed) failed from which address: the budget of an address counts different IDs. */
export const addressFailures = pgTable(
  'address_failures',
  {
    address: text('address').notNull(),
    key: bytea('key').notNull(),
    failed_at: instant('failed_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.address, table.key] }),
    index('address_failures_failed_at').on(table.failed_at),
  ],
)

export const sessions = pgTable(
  'sessions',
  {
    token_hash: bytea('token_hash').primaryKey(),
    account_id: uuid('account_id')
      .notNull()
      .references(() => accounts.id),
    kind: text('kind', { enum: ['browser', 'program'] }).notNull(),
    address: text('address').notNull(),
    user_agent: text('user_agent'),
    created_at: instant('created_at').notNull().defaultNow(),
    last_seen_at: instant('last_seen_at').notNull().defaultNow(),
  },
  (table) => [index('sessions_account_id').on(table.account_id, table.last_seen_at)],
)

/** One-time links: only the hash of the secret is kept. */
export const oneTimeLinks = pgTable('one_time_links', {
  secret_hash: bytea('secret_hash').primaryKey(),
  purpose: text('purpose', { enum: ['setup', 'password'] }).notNull(),
  account_id: uuid('account_id').references(() => accounts.id),
  expires_at: instant('expires_at').notNull(),
  created_at: instant('created_at').notNull().defaultNow(),
})

/** Secrets of this installation, e.g. the key of the shadow counters' hash. */
export const installationSecrets = pgTable('installation_secrets', {
  name: text('name').primaryKey(),
  value: bytea('value').notNull(),
})

export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    actor: text('actor').notNull(),
    key: text('key').notNull(),
    request_hash: bytea('request_hash').notNull(),
    reply: text('reply'),
    created_at: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.actor, table.key] }),
    index('idempotency_keys_created_at').on(table.created_at),
  ],
)
