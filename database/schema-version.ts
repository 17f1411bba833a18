import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrationsFolder } from './migrations-folder.ts'
import type { Client } from './one-connection.ts'
import manifest from './package.json' with { type: 'json' }

interface Journal {
  entries: { tag: string; when: number }[]
}

const journalOf = (folder: string) => join(folder, 'meta', '_journal.json')

async function readJournal(folder: string): Promise<Journal> {
  return JSON.parse(await readFile(journalOf(folder), 'utf8')) as Journal
}

/** Returns the name of the last migration that this Podium knows. */
export async function newestSchemaVersion(): Promise<string> {
  const { entries } = await readJournal(migrationsFolder())
  return entries.at(-1)?.tag ?? ''
}

/** Returns the name of the last migration of the database. */
export async function readSchemaVersion(client: Client): Promise<string> {
  const { rows } = await client.query<{ at: string }>(
    'select max(created_at)::text as at from drizzle.__drizzle_migrations',
  )
  const { entries } = await readJournal(migrationsFolder())
  const last = entries.find(({ when }) => when === Number(rows[0]?.at))
  if (last) return last.tag
  throw new Error(
    'The tables of the database belong to another release of Podium. Start this one once to update them.',
  )
}

/** @throws a sentence if the database has a migration of a newer Podium, which the folder lacks */
export async function refuseNewerSchema(client: Client, folder: string): Promise<void> {
  const { rows } = await client.query<{ there: boolean }>(
    `select to_regclass('drizzle.__drizzle_migrations') is not null as there`,
  )
  if (!rows[0]?.there) return
  const { entries } = await readJournal(folder)
  const newer = await client.query('select from drizzle.__drizzle_migrations where created_at <> all($1)', [
    entries.map(({ when }) => when),
  ])
  if (newer.rowCount !== 0)
    throw new Error(
      `A newer Podium${inBrackets(await noted(client))} has used this database, and this is ${manifest.version}. Start that release or a newer one, or import the backup made before the upgrade.`,
    )
}

const inBrackets = (text: string | null) => (text === null ? '' : ` (${text})`)

/** Returns the release that used the database last, or null if that is not recorded. */
async function noted(client: Client): Promise<string | null> {
  const { rows } = await client.query<{ release: string | null }>(
    `select obj_description('drizzle.__drizzle_migrations'::regclass, 'pg_class') as release`,
  )
  return rows[0]?.release ?? null
}

/** Records this release at the table of migrations, for an older one that is started on the database later. */
export async function noteRelease(client: Client): Promise<void> {
  const release = client.escapeLiteral(manifest.version)
  // A role that has grants on the tables but does not own them may not do this, and can still serve.
  await client.query(`comment on table drizzle.__drizzle_migrations is ${release}`).catch(() => undefined)
}

/** True if this Podium has that migration; false for one of a newer Podium. */
export async function knowsSchemaVersion(version: string): Promise<boolean> {
  const { entries } = await readJournal(migrationsFolder())
  return entries.some(({ tag }) => tag === version)
}

/** Runs `work` with a folder of the migrations up to this one, so that a database can be as old as its new rows. */
export async function withMigrationsUpTo<T>(
  version: string,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'podium-migrations-'))
  try {
    await cp(migrationsFolder(), folder, { recursive: true })
    const journal = await readJournal(folder)
    const entries = journal.entries.slice(0, journal.entries.findIndex(({ tag }) => tag === version) + 1)
    await writeFile(journalOf(folder), JSON.stringify({ ...journal, entries }))
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
