import { createHash } from 'node:crypto'
import { LIVE_STATES } from '@podium/contract/rules/run-state.ts'
import type { ConnectionSettings } from '@podium/database/connection-settings.ts'
import { migrate } from '@podium/database/migrate.ts'
import { type Client, withConnection } from '@podium/database/one-connection.ts'
import { knowsSchemaVersion, withMigrationsUpTo } from '@podium/database/schema-version.ts'
import {
  linesOf,
  prepareForLines,
  putLines,
  readSequences,
  setSequences,
  withoutTriggers,
} from '@podium/database/table-lines.ts'
import { tablesInOrder } from '@podium/database/table-order.ts'
import { ObjectExists, type ObjectStore } from '@podium/storage/object-store.ts'
import { productVersion } from '../product-version.ts'
import { CannotStart } from '../start/cannot-start.ts'
import { type Manifest, refuse } from './manifest.ts'
import { readExport } from './read-export.ts'

export interface ImportOptions {
  file: string
  serving: ConnectionSettings
  owner: ConnectionSettings | null
  objects: ObjectStore
}

export interface Imported {
  /** number of runs that were live at the export and are failed now */
  cut_runs: number
  /** number of rows that were left out because they belong to sign-ins */
  left_out: number
}

const CUT =
  'This run had not ended when Podium was exported, and its process could not be moved. Start it again.'

/** Reads the whole export and compares it with its manifest; writes nothing. */
export async function checkExport(file: string): Promise<Manifest> {
  const manifest = await readExport(file)
  if (await knowsSchemaVersion(manifest.schema)) return manifest
  throw new CannotStart(
    `This export was made by a newer Podium (${manifest.product_version}), and this is ${productVersion}. Import it with that one or a newer one.`,
  )
}

/**
 * Imports a checked export into an empty database and an empty store. All rows are inserted in one transaction, which
 * commits only after every table was read back and equals the export, and all objects are stored.
 * @throws a sentence; the database then has no rows, and the caller removes the objects stored so far
 */
export async function importAll(options: ImportOptions, checked: Manifest): Promise<Imported> {
  const { serving, owner } = options
  await withMigrationsUpTo(checked.schema, (folder) => migrate({ serving, owner, folder }))
  return withConnection(owner ?? serving, 'podium import', async (client) => {
    await prepareForLines(client)
    await client.query('begin')
    await refuseUsed(client)
    const imported = await putAll(client, options, checked)
    await client.query('commit')
    return imported
  })
}

async function refuseUsed(client: Client): Promise<void> {
  for (const table of await tablesInOrder(client)) {
    const { rowCount } = await client.query(`select from ${client.escapeIdentifier(table)} limit 1`)
    if (rowCount !== 0)
      throw new CannotStart(
        `The database is already in use: ${table} has rows. Import only into an empty database.`,
      )
  }
}

async function putAll(client: Client, options: ImportOptions, checked: Manifest): Promise<Imported> {
  const { file, objects } = options
  const tables = await tablesInOrder(client)
  const known = new Set(tables)
  const contents: string[] = []
  for (const bucket of checked.buckets) await objects.makeBucket(bucket)
  const manifest = await withoutTriggers(client, tables, () =>
    readExport(file, {
      async table(name, lines) {
        if (!known.has(name))
          throw new CannotStart(`This export contains a table ${name} that this Podium does not have.`)
        await putInParts(client, name, lines)
      },
      async object(bucket, path, content) {
        await objects.put(bucket, path, content).catch((error: unknown) => {
          throw error instanceof ObjectExists ? new CannotStart(usedStore(`${bucket}/${path}`)) : error
        })
        if (path.startsWith('blobs/')) contents.push(path.slice(-ID_LENGTH))
      },
    }),
  )
  await verify(client, manifest)
  await checkBuckets(client, manifest)
  await checkSequences(client, manifest)
  await setSequences(client, manifest.sequences)
  await leaveToTheOriginal(client, known)
  if (known.has('data_set_contents')) await forgetContentsBut(client, contents)
  return { cut_runs: await endLiveRuns(client, known), left_out: await endSignIns(client, known) }
}

function usedStore(there: string): string {
  return `The object store already has ${there}. Import only into an empty one. If it holds the files of this export, unset PODIUM_OBJECTS_URL, import into the home, then run "podium objects move --to" with the address of the store. If they are from a failed import, remove them first.`
}

const PART_BYTES = 1024 * 1024

async function putInParts(client: Client, table: string, lines: AsyncIterable<string>): Promise<void> {
  let part: string[] = []
  let bytes = 0
  for await (const line of lines) {
    part.push(line)
    bytes += line.length
    if (bytes < PART_BYTES) continue
    await putLines(client, table, part)
    part = []
    bytes = 0
  }
  if (part.length > 0) await putLines(client, table, part)
}

/** Reads back every table, including those that the export does not name. */
async function verify(client: Client, manifest: Manifest): Promise<void> {
  const wanted = new Map(manifest.tables.map(({ name, sha256 }) => [name, sha256]))
  for (const table of await tablesInOrder(client)) {
    const hash = createHash('sha256')
    for await (const lines of linesOf(client, table)) hash.update(lines.map((line) => `${line}\n`).join(''))
    if (hash.digest('hex') !== wanted.get(table))
      throw new CannotStart(`The rows of ${table} are not the same as those exported. Nothing was imported.`)
  }
}

/** Every workspace must have its bucket and every bucket its workspace; empty buckets are only in the manifest. */
async function checkBuckets(client: Client, { buckets }: Manifest): Promise<void> {
  const { rows } = await client.query<{ bucket: string }>('select s3_bucket_name as bucket from workspaces')
  const wanted = rows.map(({ bucket }) => bucket).sort()
  if (JSON.stringify(wanted) !== JSON.stringify(buckets.toSorted()))
    refuse('its manifest does not name the buckets of its workspaces')
}

/** Otherwise a number that a row already has would be assigned again. */
async function checkSequences(client: Client, { sequences }: Manifest): Promise<void> {
  const names = Object.keys(await readSequences(client)).sort()
  if (JSON.stringify(names) !== JSON.stringify(Object.keys(sequences).sort()))
    refuse('its manifest does not list the numbers in use')
  for (const [name, last] of Object.entries(sequences))
    if ((await highestOf(client, name)) > BigInt(last ?? 0))
      refuse(`its manifest has a wrong number for ${name}`)
}

/** The highest number in the sequence's column. */
async function highestOf(client: Client, sequence: string): Promise<bigint> {
  const { rows } = await client.query<{ table: string; column: string }>(
    `select d.refobjid::regclass::text as table, quote_ident(a.attname) as column from pg_depend d
      join pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
      where d.objid = quote_ident($1)::regclass and d.classid = 'pg_class'::regclass and d.deptype in ('a', 'i')`,
    [sequence],
  )
  const [owner] = rows
  if (!owner) return 0n
  const highest = await client.query<{ highest: string }>(
    `select coalesce(max(${owner.column}), 0)::text as highest from ${owner.table}`,
  )
  return BigInt(highest.rows[0]?.highest ?? 0)
}

/** Tables that let a person in or repeat an answer without a password: an old copy would be valid again. */
const SIGN_INS = ['sessions', 'one_time_links', 'idempotency_keys']

async function endSignIns(client: Client, known: Set<string>): Promise<number> {
  let ended = 0
  for (const table of SIGN_INS.filter((name) => known.has(name)))
    ended += (await client.query(`delete from ${table}`)).rowCount ?? 0
  return ended
}

/** The exported installation may go on, so its scheduled runs and its messages are left to it. */
async function leaveToTheOriginal(client: Client, known: Set<string>): Promise<void> {
  if (known.has('schedules')) {
    await client.query(
      `update schedules set active = false, next_at = null, detail = 'Podium was imported.' where active`,
    )
    await client.query(
      `update schedule_times set outcome = 'missed', detail = 'Podium was imported.' where outcome = 'waiting'`,
    )
  }
  // schedules paused before count as notified (migration "told")
  if (known.has('notifications')) await client.query('update schedules set pause_told = true')
  if (known.has('deliveries'))
    await client.query(
      `update deliveries set next_at = null, trouble = 'Podium was imported' where next_at is not null`,
    )
  if (known.has('mails')) {
    await client.query(`delete from mail_events where mail_id is null`)
    await client.query(
      `update mails set next_at = null, trouble = 'Podium was imported.' where next_at is not null`,
    )
  }
}

const ID_LENGTH = 36

/** Forgets contents whose objects were removed during the export, because they would be taken for stored. */
async function forgetContentsBut(client: Client, stored: string[]): Promise<void> {
  await client.query(
    `delete from data_set_contents c where not exists (select from unnest($1::uuid[]) id where id = c.id)`,
    [stored],
  )
}

/** Fails live runs: their processes are at the original, and continuing them here would run them twice. */
async function endLiveRuns(client: Client, known: Set<string>): Promise<number> {
  // no engine has a run any more that could write a secret
  if (known.has('run_secrets')) await client.query('delete from run_secrets')
  const { rowCount } = await client.query(
    `update runs set state = 'failed', detail = $1, ended_at = now(), owner = null, lease_until = null
      where state = any($2)`,
    [CUT, [...LIVE_STATES]],
  )
  return rowCount ?? 0
}
