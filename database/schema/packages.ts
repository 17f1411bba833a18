import type { FetchedPackages, InstalledPackage } from '@podium/contract/calls/run-packages.ts'
import { index, integer, json, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { runs } from './runs.ts'
import { workspaces } from './workspaces.ts'

/** Lists of Python packages. Runs with the same packages refer to the same list. */
export const packageSets = pgTable(
  'package_sets',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    workspace_id: uuid('workspace_id')
      .notNull()
      .references(() => workspaces.id, { onDelete: 'cascade' }),
    /** SHA-256 of the whole list */
    hash: text('hash').notNull(),
    tool: text('tool').notNull(),
    file: text('file').notNull(),
    python: text('python').notNull(),
    /** the versions of Python that the source requires; null if it requires none or this is unknown */
    requires_python: text('requires_python'),
    packages: json('packages').$type<InstalledPackage[]>().notNull(),
    count: integer('count').notNull(),
  },
  (table) => [uniqueIndex('package_sets_hash').on(table.workspace_id, table.hash)],
)

/** The package list of a run's newest attempt that started. */
export const runPackages = pgTable(
  'run_packages',
  {
    run_id: uuid('run_id')
      .primaryKey()
      .references(() => runs.id, { onDelete: 'cascade' }),
    set_id: uuid('set_id')
      .notNull()
      .references(() => packageSets.id, { onDelete: 'cascade' }),
    /** null if unknown */
    fetched: json('fetched').$type<FetchedPackages>(),
  },
  (table) => [index('run_packages_set').on(table.set_id)],
)
