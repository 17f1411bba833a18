import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { migrationsFolder } from '../migrations-folder.ts'
import type { Client } from '../one-connection.ts'
import {
  linesOf,
  prepareForLines,
  putLines,
  readSequences,
  setSequences,
  withoutTriggers,
} from '../table-lines.ts'
import { tablesInOrder } from '../table-order.ts'

/** A migration of a release: `when` as a database records it, and the `sha256` of its SQL. */
export interface ReleasedMigration {
  tag: string
  when: number
  sha256: string
}

/** A database as a release left it: its migrations, and rows in every table. */
export interface Release {
  migrations: ReleasedMigration[]
  sequences: Record<string, string | null>
  /** in an order for inserting; rows as lines of table-lines.ts */
  tables: [name: string, rows: string[]][]
}

const FOLDER = new URL('releases/', import.meta.url)

/** Lists the versions with a recorded database, oldest first. */
export async function releasedVersions(): Promise<string[]> {
  const names = (await readdir(FOLDER)).map((name) => name.replace(/\.txt$/, ''))
  return names.sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
}

export async function currentMigrations(): Promise<ReleasedMigration[]> {
  const folder = migrationsFolder()
  const { entries } = JSON.parse(await readFile(join(folder, 'meta', '_journal.json'), 'utf8')) as {
    entries: { tag: string; when: number }[]
  }
  return Promise.all(
    entries.map(async ({ tag, when }) => {
      const text = await readFile(join(folder, `${tag}.sql`))
      return { tag, when, sha256: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

/** Reads a recorded database. Each line is `migration {…}`, `sequence {…}`, or a table's name and one of its rows. */
export async function readRelease(version: string): Promise<Release> {
  const release: Release = { migrations: [], sequences: {}, tables: [] }
  const lines = (await readFile(new URL(`${version}.txt`, FOLDER), 'utf8')).split('\n').filter(Boolean)
  for (const line of lines) {
    const [kind = '', text] = [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)]
    if (kind === 'migration') release.migrations.push(JSON.parse(text))
    else if (kind === 'sequence') Object.assign(release.sequences, JSON.parse(text))
    else if (release.tables.at(-1)?.[0] === kind) release.tables.at(-1)?.[1].push(text)
    else release.tables.push([kind, [text]])
  }
  return release
}

/** Records a migrated database as that release's. */
export async function writeRelease(version: string, client: Client): Promise<void> {
  const migrations = (await currentMigrations()).map((migration) => `migration ${JSON.stringify(migration)}`)
  const sequences = Object.entries(await readSequences(client)).sort()
  const rows = Object.entries(await rowsOf(client)).flatMap(([table, lines]) =>
    lines.map((line) => `${table} ${line}`),
  )
  const lines = [
    ...migrations,
    ...sequences.map(([name, last]) => `sequence ${JSON.stringify({ [name]: last })}`),
    ...rows,
  ]
  await writeFile(new URL(`${version}.txt`, FOLDER), `${lines.join('\n')}\n`)
}

/** Fills a database that has the release's migrations. */
export async function putRelease(client: Client, { tables, sequences }: Release): Promise<void> {
  await prepareForLines(client)
  await client.query('begin')
  await withoutTriggers(client, await tablesInOrder(client), async () => {
    for (const [name, rows] of tables) await putLines(client, name, rows)
  })
  await setSequences(client, sequences)
  await client.query('commit')
}

/** Returns every row of every table, as lines. */
export async function rowsOf(client: Client): Promise<Record<string, string[]>> {
  await prepareForLines(client)
  await client.query('begin')
  const rows: Record<string, string[]> = {}
  for (const table of await tablesInOrder(client)) {
    rows[table] = []
    for await (const lines of linesOf(client, table)) rows[table].push(...lines)
  }
  await client.query('commit')
  return rows
}
