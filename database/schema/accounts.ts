import { sql } from 'drizzle-orm'
import {
  boolean,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'

export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** A time, as ISO-8601 UTC text in both directions; the connection's type parser converts it. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'string', precision: 3 })

const LISTED = ['email', 'company', 'department'] as const

const SEARCH_TEXT = `lower(username || E'\\n' || display_name || E'\\n' || coalesce(email, '') || E'\\n' ||
  coalesce(company, '') || E'\\n' || coalesce(department, ''))`

/** Accounts are never removed: a deleted one keeps its row, so that its actions keep a name. */
export const accounts = pgTable(
  'accounts',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    login_type: text('login_type', { enum: ['static', 'ldap', 'oidc'] }).notNull(),
    username: text('username').notNull(),
    /** identity at the identity provider, independent of names; only with single sign-on */
    oidc_issuer: text('oidc_issuer'),
    oidc_subject: text('oidc_subject'),
    display_name: text('display_name').notNull(),
    email: text('email'),
    company: text('company'),
    department: text('department'),
    role: text('role', { enum: ['ADMIN', 'DEVELOPER'] }).notNull(),
    password_hash: text('password_hash'),
    must_change_password: boolean('must_change_password').notNull().default(false),
    /** sealed with the installation's key; set-up is unfinished while `totp_confirmed_at` is null */
    totp_secret: bytea('totp_secret'),
    totp_confirmed_at: instant('totp_confirmed_at'),
    /** wrong codes since the set-up began */
    totp_wrong_codes: integer('totp_wrong_codes').notNull().default(0),
    /** the last 30-second step whose code was used, so that no code counts twice */
    totp_last_step: integer('totp_last_step'),
    login_fail_count: integer('login_fail_count').notNull().default(0),
    locked_at: instant('locked_at'),
    /** an administrator locked it. Unlike a lock by failures, this ends its sessions and never expires */
    locked_by_admin_at: instant('locked_by_admin_at'),
    last_login_at: instant('last_login_at'),
    /** an unlock restarts the time until unused accounts are locked, like a login */
    unlocked_at: instant('unlocked_at'),
    deleted_at: instant('deleted_at'),
    /** display preferences; defaults are in contract/calls/preferences.ts */
    preferences: jsonb('preferences').$type<Record<string, unknown>>().notNull().default({}),
    /** searched text in lower case: one comparison per row instead of five case-insensitive ones */
    search_text: text('search_text').generatedAlwaysAs(sql.raw(SEARCH_TEXT)),
    created_at: instant('created_at').notNull().defaultNow(),
    updated_at: instant('updated_at').notNull().defaultNow(),
    revision: integer('revision').notNull().default(1),
  },
  (table) => [
    uniqueIndex('accounts_username').on(sql`lower(${table.username})`).where(sql`deleted_at is null`),
    // a deleted account keeps its identity, which cannot sign in before an administrator unlocks the ID
    uniqueIndex('accounts_oidc_identity')
      .on(table.oidc_issuer, table.oidc_subject)
      .where(sql`oidc_subject is not null`),
    index('accounts_display_name').on(sql`lower(${table.display_name})`, table.id),
    index('accounts_created_at').on(table.created_at, table.id),
    // in the order of lists: empty ones first, and backwards from the end
    ...LISTED.map((name) => index(`accounts_${name}`).on(sql`lower(${table[name]}) nulls first`, table.id)),
    index('accounts_last_login_at').on(sql`${table.last_login_at} nulls first`, table.id),
    // There is also an index of the trigrams of search_text (migration 0015).
    // The next index has every column that filtered lists count by, so that counting reads no account.
    index('accounts_counted')
      .on(
        table.role,
        table.login_type,
        table.login_fail_count,
        table.locked_by_admin_at,
        table.last_login_at,
        table.unlocked_at,
        table.created_at,
      )
      .where(sql`deleted_at is null`),
  ],
)

/** Failed logins of IDs without an account, under a keyed hash; they count like real ones. */
export const shadowLogins = pgTable(
  'shadow_logins',
  {
    key: bytea('key').primaryKey(),
    login_fail_count: integer('login_fail_count').notNull(),
    updated_at: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [index('shadow_logins_updated_at').on(table.updated_at)],
)

/** Which (hashed) IDs failed from which address, because the limit per address counts distinct IDs. */
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
    /** identifies the session without revealing its token */
    id: uuid('id').notNull().defaultRandom().unique(),
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

/** Single-use codes that replace a lost second factor; only their hashes are stored. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    account_id: uuid('account_id')
      .notNull()
      .references(() => accounts.id),
    code_hash: bytea('code_hash').notNull(),
    used_at: instant('used_at'),
  },
  (table) => [primaryKey({ columns: [table.account_id, table.code_hash] })],
)

/** Tokens for programs that people create for themselves; only the hash of the token is stored. */
export const accessTokens = pgTable(
  'access_tokens',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    account_id: uuid('account_id')
      .notNull()
      .references(() => accounts.id),
    name: text('name').notNull(),
    token_hash: bytea('token_hash').notNull().unique(),
    /** `read`: safe requests only; `full`: everything the account may do, except changes of its own sign-in */
    scope: text('scope', { enum: ['read', 'full'] }).notNull(),
    expires_at: instant('expires_at').notNull(),
    last_used_at: instant('last_used_at'),
    revoked_at: instant('revoked_at'),
    created_at: instant('created_at').notNull().defaultNow(),
  },
  (table) => [index('access_tokens_account_id').on(table.account_id, table.created_at)],
)

/** Every sign-in of an existing account, and every refused one. */
export const loginHistory = pgTable(
  'login_history',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    account_id: uuid('account_id')
      .notNull()
      .references(() => accounts.id),
    /**
     * `ok`, or the last part of the refusal's code: '000' to '005', 'otp' for a wrong one-time code, 'group' if no
     * group may sign in, 'directory-' and the directory's code
     */
    result: text('result').notNull(),
    kind: text('kind', { enum: ['browser', 'program'] }).notNull(),
    address: text('address').notNull(),
    user_agent: text('user_agent'),
    created_at: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('login_history_account_id').on(table.account_id, table.created_at),
    index('login_history_refused').on(table.created_at).where(sql`result <> 'ok'`),
  ],
)

/** One-time links; only the hash of the secret is stored. */
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
