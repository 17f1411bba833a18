import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { migrate } from './migrate.ts'
import { migrationsFolder } from './migrations-folder.ts'
import manifest from './package.json' with { type: 'json' }
import { readSchemaVersion, withMigrationsUpTo } from './schema-version.ts'
import { catalogueOf } from './testing/catalogue.ts'
import { cutAfter, listenIn } from './testing/cut-connection.ts'
import { createEmptyDatabase, type EmptyDatabase } from './testing/empty-database.ts'
import { until } from './testing/processes.ts'
import { currentMigrations, putRelease, readRelease, releasedVersions, rowsOf } from './testing/release.ts'

const isLong = process.env.PODIUM_LONG === '1'
const WITHIN_MS = isLong ? 1_800_000 : 600_000
const released = await releasedVersions()

interface Own extends EmptyDatabase {
  /** stays open, because the first look at all tables costs a new connection more than a migration does */
  watch: pg.Client
}

async function emptyDatabase(): Promise<Own> {
  const made = await createEmptyDatabase()
  const watch = new pg.Client({ ...made.owner })
  await watch.connect()
  onTestFinished(async () => {
    await watch.end()
    await made.drop()
  })
  return { ...made, watch }
}

/** Creates a database that the release has used. */
async function databaseOf(version: string): Promise<Own> {
  const own = await emptyDatabase()
  const release = await readRelease(version)
  await withMigrationsUpTo(release.migrations.at(-1)?.tag ?? '', (folder) => migrate({ ...own, folder }))
  await putRelease(own.watch, release)
  return own
}

/** Returns the catalogue and every row. */
async function wholeOf({ watch }: Own) {
  return { catalogue: await catalogueOf(watch), rows: await rowsOf(watch) }
}

const NEXT = {
  '9998_next':
    'alter table accounts add column nickname text;--> statement-breakpoint\n' +
    'update accounts set nickname = upper(username);--> statement-breakpoint\n' +
    'alter table accounts alter column nickname set not null;--> statement-breakpoint\n' +
    'create index accounts_nickname on accounts (nickname);',
  '9999_after-next':
    'create table greetings (id serial primary key, account_id uuid not null references accounts, text text);--> statement-breakpoint\n' +
    `insert into greetings (account_id, text) select id, 'Hello ' || nickname from accounts order by username;--> statement-breakpoint\n` +
    'alter table accounts drop column nickname;',
}

/** Returns a folder with the product's migrations and those of future releases. */
async function withNext(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'podium-migrations-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await cp(migrationsFolder(), folder, { recursive: true })
  const journal = join(folder, 'meta', '_journal.json')
  const { entries, ...rest } = JSON.parse(await readFile(journal, 'utf8'))
  for (const [tag, statements] of Object.entries(NEXT)) {
    entries.push({ ...entries.at(-1), idx: entries.length, when: entries.at(-1).when + 1, tag })
    await writeFile(join(folder, `${tag}.sql`), statements)
  }
  await writeFile(journal, JSON.stringify({ ...rest, entries }))
  return folder
}

/** Runs a whole migration. Returns its statements in order. */
async function migrateListening(own: Own, folder: string): Promise<string[]> {
  const proxy = await listenIn(own.owner)
  await migrate({ serving: own.serving, owner: proxy.settings, folder })
  proxy.close()
  return proxy.statements
}

/** Runs a migration whose connection breaks after so many statements. Returns true if it finished before. */
async function migrateUntilCut(own: Own, folder: string, statements: number): Promise<boolean> {
  const cut = await cutAfter(own.owner, statements)
  const finished = await migrate({ serving: own.serving, owner: cut.settings, folder }).then(
    () => true,
    () => false,
  )
  cut.close()
  await until('the broken session has ended', async () => (await sessionsOf(own)) === 0)
  return finished
}

async function sessionsOf({ watch }: Own): Promise<number | null> {
  const { rowCount } = await watch.query(
    `select from pg_stat_activity where datname = current_database() and application_name = 'podium migration'`,
  )
  return rowCount
}

const memoryOf = (catalogue: string[]) => catalogue.filter((fact) => fact.startsWith('migration '))

/** Breaks the migration after each of these numbers of statements in turn, and then runs it to its end. */
async function migrateInPieces(own: Own, folder: string, cuts: number[]): Promise<void> {
  const before = await wholeOf(own)
  for (const statements of cuts) {
    expect(await migrateUntilCut(own, folder, statements)).toBe(false)
    const now = await wholeOf(own)
    // either all recorded migrations are complete, or nothing changed
    if (memoryOf(now.catalogue).length === memoryOf(before.catalogue).length) expect(now).toEqual(before)
    else expect(memoryOf(now.catalogue)).toHaveLength((await entriesOf(folder)).length)
  }
  await migrate({ ...own, folder })
}

const isRemembering = (statement: string) => statement.startsWith('insert into "drizzle"')

/** Returns every number of statements after which a migration can be killed, up to the unanswered commit. */
function cutsIn(statements: string[]): number[] {
  const done = statements.findIndex((statement) => /^commit/i.test(statement)) + 1
  return Array.from({ length: done + 1 }, (_, statements) => statements)
}

/** Returns every third cut, counted from the last one. */
function thirdOf(cuts: number[]): number[] {
  const last = cuts.length - 1
  return cuts.filter((_, at) => at % 3 === last % 3)
}

/** Returns every third cut in the long form, otherwise one before the transaction, one in its middle, and the last. */
function fewCutsIn(statements: string[]): number[] {
  const cuts = cutsIn(statements)
  const last = cuts.length - 1
  if (isLong) return thirdOf(cuts)
  return [statements.findIndex((statement) => /^begin/i.test(statement)), Math.floor(last / 2), last]
}

async function entriesOf(folder: string): Promise<{ tag: string }[]> {
  return JSON.parse(await readFile(join(folder, 'meta', '_journal.json'), 'utf8')).entries
}

test.each(released)('finds no migration of %s changed, removed or preceded by a new one', async (version) => {
  const { migrations } = await readRelease(version)
  expect((await currentMigrations()).slice(0, migrations.length)).toEqual(migrations)
})

test.each(released)('has rows in every table of the recorded database of %s', async (version) => {
  const own = await databaseOf(version)
  const { migrations } = await readRelease(version)
  expect(await readSchemaVersion(own.watch)).toBe(migrations.at(-1)?.tag)
  const { rows } = await wholeOf(own)
  expect(Object.entries(rows).filter(([, lines]) => lines.length === 0)).toEqual([])
})

test('ends the database of 0.1.0 with the last migration of 0.1.0', async () => {
  expect((await readRelease('0.1.0')).migrations.at(-1)?.tag).toBe('0016_run-lists')
})

// All pending migrations are one transaction. The short form kills a start before it, in its middle and at its commit,
// the long form at every third statement. The next test kills the newest migration at every third statement, and at
// each in the long form.
test.each(released)(
  'upgrades a database of %s to the newest schema and beyond, wherever its start is killed',
  async (version) => {
    const [interrupted, whole] = [await databaseOf(version), await databaseOf(version)]
    const folder = await withNext()
    await migrateInPieces(interrupted, folder, fewCutsIn(await migrateListening(whole, folder)))
    expect(await wholeOf(interrupted)).toEqual(await wholeOf(whole))
    const { rows } = await wholeOf(interrupted)
    expect(rows.greetings).toHaveLength(rows.accounts?.length ?? 0)
  },
  WITHIN_MS,
)

/** The older migrations were killed at each of their statements in the long form when they were the newest. */
const NEWEST = 1

test(
  'applies the newest migration and later ones, whichever statement the start is killed at',
  async () => {
    const version = released.at(-1) ?? ''
    const folder = await withNext()
    const before = (await currentMigrations()).at(-1 - NEWEST)?.tag ?? ''
    const almost = async () => {
      const own = await databaseOf(version)
      await withMigrationsUpTo(before, (older) => migrate({ ...own, folder: older }))
      return own
    }
    const [interrupted, whole] = [await almost(), await almost()]
    const statements = await migrateListening(whole, folder)
    expect(statements.filter(isRemembering)).toHaveLength(NEWEST + Object.keys(NEXT).length)
    await migrateInPieces(interrupted, folder, isLong ? cutsIn(statements) : thirdOf(cutsIn(statements)))
    expect(await wholeOf(interrupted)).toEqual(await wholeOf(whole))
  },
  WITHIN_MS,
)

test('brings an empty database to the newest schema, wherever its start is killed', {
  tags: ['long'],
  timeout: WITHIN_MS,
}, async () => {
  const [interrupted, whole] = [await emptyDatabase(), await emptyDatabase()]
  const folder = migrationsFolder()
  await migrateInPieces(interrupted, folder, fewCutsIn(await migrateListening(whole, folder)))
  expect(await wholeOf(interrupted)).toEqual(await wholeOf(whole))
})

test('makes one schema when servers start at once and one of them is killed half-way', {
  tags: ['long'],
}, async () => {
  const [shared, whole] = [await emptyDatabase(), await emptyDatabase()]
  const [killed] = await Promise.all([
    migrateUntilCut(shared, migrationsFolder(), 12),
    migrate(shared),
    migrate(shared),
  ])
  await migrate(whole)
  expect(killed).toBe(false)
  expect(await wholeOf(shared)).toEqual(await wholeOf(whole))
})

test('refuses to serve a database that a later release has changed', async () => {
  const own = await databaseOf('0.1.0')
  await migrate({ ...own, folder: await withNext() })
  await own.watch.query(`comment on table drizzle.__drizzle_migrations is '9.1.0'`)
  const before = await wholeOf(own)
  await expect(migrate(own)).rejects.toThrow(
    `A newer Podium (9.1.0) has used this database, and this is ${manifest.version}.`,
  )
  expect(await wholeOf(own)).toEqual(before)
})
