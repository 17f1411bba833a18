import { sql } from 'drizzle-orm'
import {
  bigint,
  index,
  integer,
  json,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { bytea, instant } from './accounts.ts'

/**
 * Attempts of runs in a cluster, until the engine forgets them. When a run is deleted, its attempts stay, so that the engine
 * can still remove what their pods sent.
 */
export const attempts = pgTable(
  'attempts',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    workspace: text('workspace').notNull(),
    run: text('run').notNull(),
    attempt: integer('attempt').notNull(),
    /** where what the pod sends lies; the prefix ends with '/' */
    bucket: text('bucket').notNull(),
    prefix: text('prefix').notNull(),
    spec: json('spec').$type<Record<string, unknown>>().notNull(),
    /** what is known of it beside the spec */
    said: json('said').$type<Record<string, unknown>>().notNull(),
    /** sentences about outputs that could not be sent */
    left_out: json('left_out').$type<string[]>().notNull().default([]),
  },
  (table) => [uniqueIndex('attempts_run').on(table.run, table.attempt, table.workspace)],
)

/** What an attempt's pod proves by whose it is; its hash alone is kept. */
export const attemptTokens = pgTable(
  'attempt_tokens',
  {
    token_hash: bytea('token_hash').primaryKey(),
    attempt_id: uuid('attempt_id')
      .notNull()
      .references(() => attempts.id, { onDelete: 'cascade' }),
  },
  (table) => [index('attempt_tokens_attempt').on(table.attempt_id)],
)

/** A log or an output as far as it has come: chunks in the object store, and behind them the last bytes. */
export const attemptFiles = pgTable(
  'attempt_files',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    attempt_id: uuid('attempt_id')
      .notNull()
      .references(() => attempts.id, { onDelete: 'cascade' }),
    kind: text('kind', { enum: ['log', 'output'] }).notNull(),
    path: text('path').notNull(),
    size: bigint('size', { mode: 'number' }).notNull().default(0),
    modified_at: instant('modified_at').notNull(),
    /** what is not yet worth an object */
    tail: bytea('tail').notNull().default(sql`''::bytea`),
    /** counts the changes, so that of two servers that are sent the same one writes */
    version: integer('version').notNull().default(0),
  },
  // a path may be longer than what an index holds
  (table) => [uniqueIndex('attempt_files_path').on(table.attempt_id, table.kind, sql`md5(${table.path})`)],
)

export const attemptChunks = pgTable(
  'attempt_chunks',
  {
    file_id: uuid('file_id')
      .notNull()
      .references(() => attemptFiles.id, { onDelete: 'cascade' }),
    /** where in the file it begins */
    begins: bigint('begins', { mode: 'number' }).notNull(),
    size: integer('size').notNull(),
    /** the path of the object */
    object: text('object').notNull(),
    /** as the object had it when it counted, where the pod itself put it: it may put another there for a while */
    etag: text('etag'),
  },
  (table) => [primaryKey({ columns: [table.file_id, table.begins] })],
)
