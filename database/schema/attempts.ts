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
 * Attempts of runs in a cluster, until the engine removes them. When a run is deleted its attempts stay, so that the
 * engine can still remove the data that their pods sent.
 */
export const attempts = pgTable(
  'attempts',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    workspace: text('workspace').notNull(),
    run: text('run').notNull(),
    attempt: integer('attempt').notNull(),
    /** location of the data that the pod sends; the prefix ends with '/' */
    bucket: text('bucket').notNull(),
    prefix: text('prefix').notNull(),
    spec: json('spec').$type<Record<string, unknown>>().notNull(),
    /** everything known of it besides the spec */
    said: json('said').$type<Record<string, unknown>>().notNull(),
    /** sentences about outputs that could not be sent */
    left_out: json('left_out').$type<string[]>().notNull().default([]),
  },
  (table) => [uniqueIndex('attempts_run').on(table.run, table.attempt, table.workspace)],
)

/** Tokens with which pods prove their attempt; only the hash is stored. */
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

/** A log or an output as far as received: chunks in the object store, followed by the last bytes. */
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
    /** bytes that are not yet worth an object */
    tail: bytea('tail').notNull().default(sql`''::bytea`),
    /** counts changes, so that only one of two servers that receive the same bytes writes them */
    version: integer('version').notNull().default(0),
  },
  // a path may be too long for an index
  (table) => [uniqueIndex('attempt_files_path').on(table.attempt_id, table.kind, sql`md5(${table.path})`)],
)

export const attemptChunks = pgTable(
  'attempt_chunks',
  {
    file_id: uuid('file_id')
      .notNull()
      .references(() => attemptFiles.id, { onDelete: 'cascade' }),
    /** offset in the file */
    begins: bigint('begins', { mode: 'number' }).notNull(),
    size: integer('size').notNull(),
    /** the path of the object */
    object: text('object').notNull(),
    /** the object's etag when it was recorded, if the pod uploaded it itself: the pod can overwrite it for a while */
    etag: text('etag'),
  },
  (table) => [primaryKey({ columns: [table.file_id, table.begins] })],
)
