import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator'
import type pg from 'pg'
import type { ConnectionSettings } from './connection-settings.ts'
import { grantToServing } from './grants.ts'
import { migrationsFolder } from './migrations-folder.ts'
import { withConnection } from './one-connection.ts'
import { noteRelease, refuseNewerSchema } from './schema-version.ts'

/** The same number in every Podium: the process that holds the lock migrates, others wait. */
const ADVISORY_LOCK = 7_063_486_211
const NAME = 'podium migration'

export interface MigrateOptions {
  /** the serving role */
  serving: ConnectionSettings
  /** the role that owns the tables; null: the serving role does */
  owner: ConnectionSettings | null
  folder?: string
}

/**
 * Applies pending migrations and grants the serving role only the rights that it needs. One process migrates at a time.
 * All pending migrations run in one transaction, so an interrupted one is simply run again.
 * @returns warnings for the log of the start
 * @throws a sentence if the database cannot be reached or was used by a newer Podium
 */
export async function migrate({
  serving,
  owner,
  folder = migrationsFolder(),
}: MigrateOptions): Promise<{ warnings: string[] }> {
  const servingRole = await withConnection(serving, NAME, roleOf)
  return withConnection(owner ?? serving, NAME, async (client) => {
    await client.query('select pg_advisory_lock($1)', [ADVISORY_LOCK])
    await refuseNewerSchema(client, folder)
    await runMigrations(drizzle(client), { migrationsFolder: folder })
    await noteRelease(client)
    if ((await roleOf(client)) === servingRole) return { warnings: [UNPROTECTED] }
    await grantToServing(client, servingRole)
    return { warnings: [] }
  })
}

const UNPROTECTED =
  'The role that Podium serves with also owns the tables, so it could change the audit trail. Set PODIUM_DATABASE_OWNER_URL to the role that owns them, and PODIUM_DATABASE_URL to another one.'

async function roleOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ role: string }>('select current_user as role')
  return rows[0]?.role ?? ''
}
