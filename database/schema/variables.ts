import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { accounts, bytea, instant } from './accounts.ts'
import { runs } from './runs.ts'
import { workspaces } from './workspaces.ts'

/** What runs of a workspace find in their environment and, of secrets, in files. */
export const variables = pgTable(
  'variables',
  {
    workspace_id: uuid('workspace_id')
      .notNull()
      .references(() => workspaces.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    secret: boolean('secret').notNull(),
    /** of plain ones alone */
    value: text('value'),
    /** of secrets alone: encrypted for this row, and the key that opens it */
    sealed: bytea('sealed'),
    key_id: text('key_id'),
    /** bytes of the value */
    size: integer('size').notNull(),
    /** whose runs get it, empty for all; the id of a deleted solution stays, or all would get it */
    solutions: uuid('solutions').array().notNull().default(sql`'{}'`),
    in_environment: boolean('in_environment').notNull().default(false),
    updated_by: uuid('updated_by').references(() => accounts.id),
    updated_at: instant('updated_at').notNull().defaultNow(),
    revision: integer('revision').notNull().default(1),
  },
  (table) => [
    primaryKey({ columns: [table.workspace_id, table.name] }),
    index('variables_updated').on(table.workspace_id, table.updated_at, table.name),
    check(
      'variables_kind',
      sql`case when ${table.secret} then ${table.value} is null and ${table.sealed} is not null and ${table.key_id} is not null
        else ${table.value} is not null and ${table.sealed} is null and ${table.key_id} is null end`,
    ),
  ],
)

/**
 * The secrets that an attempt was given, encrypted, until the engine has forgotten it: what it wrote is masked by them,
 * whatever became of the variables since.
 */
export const runSecrets = pgTable(
  'run_secrets',
  {
    run_id: uuid('run_id')
      .notNull()
      .references(() => runs.id, { onDelete: 'cascade' }),
    attempt: integer('attempt').notNull(),
    sealed: bytea('sealed').notNull(),
    key_id: text('key_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.run_id, table.attempt] })],
)
