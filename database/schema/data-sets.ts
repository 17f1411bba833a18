import { sql } from 'drizzle-orm'
import {
  bigint,
  customType,
  index,
  integer,
  json,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { accounts, instant } from './accounts.ts'
import { runs } from './runs.ts'
import { workspaces } from './workspaces.ts'

/** A path, ordered by its UTF-8 bytes as in object stores; the index serves prefixes. */
const path = customType<{ data: string }>({ dataType: () => 'text collate "C"' })

export const dataSets = pgTable(
  'data_sets',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    workspace_id: uuid('workspace_id')
      .notNull()
      .references(() => workspaces.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    note: text('note').notNull().default(''),
    /** number of the newest version; numbers are never reused */
    last_version: integer('last_version').notNull().default(0),
    created_by: uuid('created_by').references(() => accounts.id),
    created_at: instant('created_at').notNull().defaultNow(),
    updated_at: instant('updated_at').notNull().defaultNow(),
    revision: integer('revision').notNull().default(1),
  },
  (table) => [
    uniqueIndex('data_sets_name').on(table.workspace_id, sql`lower(${table.name})`),
    index('data_sets_created_at').on(table.workspace_id, table.created_at, table.id),
    index('data_sets_updated_at').on(table.workspace_id, table.updated_at, table.id),
  ],
)

/** A version. Without a number it is an upload in progress. */
export const dataSetVersions = pgTable(
  'data_set_versions',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    data_set_id: uuid('data_set_id')
      .notNull()
      .references(() => dataSets.id, { onDelete: 'cascade' }),
    workspace_id: uuid('workspace_id')
      .notNull()
      .references(() => workspaces.id, { onDelete: 'cascade' }),
    number: integer('number'),
    note: text('note').notNull().default(''),
    files: integer('files').notNull().default(0),
    bytes: bigint('bytes', { mode: 'number' }).notNull().default(0),
    /** differences to the previous version when it was made; null for the first */
    changes: json('changes').$type<Record<string, unknown>>(),
    /** the folder of the bucket that it was made from */
    from_folder: text('from_folder').notNull().default(''),
    created_by: uuid('created_by').references(() => accounts.id),
    created_at: instant('created_at').notNull().defaultNow(),
    /** for an upload that began with the files of the newest version: its number */
    base: integer('base'),
    /** last activity of an upload */
    touched_at: instant('touched_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('data_set_versions_number').on(table.data_set_id, table.number),
    index('data_set_versions_workspace').on(table.workspace_id),
    index('data_set_versions_uploads').on(table.touched_at).where(sql`number is null`),
  ],
)

/** The manifest of each version. A file has a hash, or is still at its location from before data sets existed. */
export const dataSetFiles = pgTable(
  'data_set_files',
  {
    version_id: uuid('version_id')
      .notNull()
      .references(() => dataSetVersions.id, { onDelete: 'cascade' }),
    path: path('path').notNull(),
    size: bigint('size', { mode: 'number' }).notNull(),
    sha256: text('sha256'),
    /** path in the bucket of a file without a hash, and its etag when the version was made */
    object: text('object'),
    etag: text('etag'),
  },
  (table) => [
    primaryKey({ columns: [table.version_id, table.path] }),
    index('data_set_files_sha256').on(table.sha256),
  ],
)

/** Contents in the bucket, each once in a workspace. From `gone_at` on, the object is removed once it is stored. */
export const dataSetContents = pgTable(
  'data_set_contents',
  {
    id: uuid('id').primaryKey(),
    workspace_id: uuid('workspace_id')
      .notNull()
      .references(() => workspaces.id, { onDelete: 'cascade' }),
    sha256: text('sha256').notNull(),
    size: bigint('size', { mode: 'number' }).notNull(),
    /** the account whose storage it counts as */
    stored_by: uuid('stored_by').references(() => accounts.id),
    gone_at: instant('gone_at'),
  },
  (table) => [
    uniqueIndex('data_set_contents_sha256').on(table.workspace_id, table.sha256).where(sql`gone_at is null`),
    // The hash is second here too, so that lookups by hash are fast even if the planner lacks statistics.
    index('data_set_contents_stored')
      .on(table.workspace_id, table.sha256, table.stored_by, table.size)
      .where(sql`gone_at is null`),
    index('data_set_contents_gone').on(table.gone_at).where(sql`gone_at is not null`),
  ],
)

/** Versions that runs used, by the address in the run. */
export const dataSetUses = pgTable(
  'data_set_uses',
  {
    version_id: uuid('version_id')
      .notNull()
      .references(() => dataSetVersions.id, { onDelete: 'cascade' }),
    run_id: uuid('run_id')
      .notNull()
      .references(() => runs.id, { onDelete: 'cascade' }),
    address: text('address').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.run_id, table.address] }),
    index('data_set_uses_version').on(table.version_id, table.run_id),
  ],
)

/** Workspaces from before data sets existed, whose folders below datasets/ are still to be converted. */
export const dataSetFoldersDue = pgTable('data_set_folders_due', {
  workspace_id: uuid('workspace_id')
    .primaryKey()
    .references(() => workspaces.id, { onDelete: 'cascade' }),
})
