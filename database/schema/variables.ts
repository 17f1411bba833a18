import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { accounts, bytea, instant } from './accounts.ts'
import { runs } from './runs.ts'
import { workspaces } from './workspaces.ts'

/** Variables of a workspace, which runs get in their environment and, if secret, in files. */
export const variables = pgTable(
  'variables',
  {
    workspace_id: uuid('workspace_id')
      .notNull()
      .references(() => workspaces.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    secret: boolean('secret').notNull(),
    /** only for plain variables */
    value: text('value'),
    /** only for secrets: the value encrypted for this row, and the id of its key */
    sealed: bytea('sealed'),
    key_id: text('key_id'),
    /** size of the value in bytes */
    size: integer('size').notNull(),
    /** solutions whose runs get it, empty for all; the id of a deleted solution stays, or all would get it */
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

/** The secrets of an attempt, encrypted, which mask its output. They stay until the engine has removed the attempt. */
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
