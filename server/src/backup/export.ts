import { createWriteStream } from 'node:fs'
import { mkdtemp, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { ConnectionSettings } from '@podium/database/connection-settings.ts'
import { type Client, withConnection } from '@podium/database/one-connection.ts'
import { readSchemaVersion } from '@podium/database/schema-version.ts'
import { prepareForLines, readSequences } from '@podium/database/table-lines.ts'
import { tablesInOrder } from '@podium/database/table-order.ts'
import type { ObjectStore } from '@podium/storage/object-store.ts'
import { type Pack, pack } from 'tar-stream'
import { type Owned, whileOwned } from '../bucket-lock.ts'
import { productVersion } from '../product-version.ts'
import { CannotStart } from '../start/cannot-start.ts'
import { addObjects, addTable, addText } from './add-to-export.ts'
import { MANIFEST, type Manifest, type TableSummary } from './manifest.ts'

export interface ExportOptions {
  /** for the role that owns the tables */
  owner: ConnectionSettings
  objects: ObjectStore
  /** the path of the export; must not exist */
  file: string
  /** stops the export */
  signal?: AbortSignal
}

/**
 * Writes a snapshot of the whole database and all objects into one tar.gz. The objects are read after the snapshot, so
 * no row lacks its files. Objects removed meanwhile are left out, and so are buckets that meanwhile belong to another
 * workspace. The file gets its name when it is complete, and only its owner can read it.
 */
export async function exportAll({ owner, objects, file, signal }: ExportOptions): Promise<Manifest> {
  await refuseTaken(file)
  const folder = await makeWorkFolder(file).catch(refuseUnwritable(file))
  try {
    const unfinished = join(folder, 'export')
    const written = withConnection(owner, 'podium export', (client) =>
      writeArchive(unfinished, (archive) => addAll(archive, client, objects, folder)),
    )
    const manifest = await Promise.race([written, stopped(signal)])
    await rename(unfinished, file)
    return manifest
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}

/**
 * Makes the folder beside the file in which the export is written. Leftovers of killed exports to the same file are
 * removed first, because they contain the same data.
 */
async function makeWorkFolder(file: string): Promise<string> {
  const folder = dirname(file)
  const beginning = `.${basename(file)}-`
  for (const name of await readdir(folder))
    if (name.startsWith(beginning) && isLeftOver(name.slice(beginning.length)))
      await rm(join(folder, name), { recursive: true, force: true })
  return mkdtemp(join(folder, `${beginning}${process.pid}-`))
}

/** @param rest the end of the folder's name: the process that made it, and a unique part */
function isLeftOver(rest: string): boolean {
  const pid = /^(\d{1,10})-\w{6}$/.exec(rest)?.[1]
  return pid !== undefined && !isAlive(Number(pid))
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Rejects when the export is to stop, whatever it is waiting for. */
function stopped(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => {
    signal?.addEventListener('abort', () =>
      reject(new CannotStart('The export was stopped. Nothing was written.')),
    )
  })
}

async function refuseTaken(file: string): Promise<void> {
  const taken = await stat(file).catch(() => null)
  if (taken) throw new CannotStart(`${file} already exists. Choose another name.`)
}

function refuseUnwritable(file: string) {
  return (error: NodeJS.ErrnoException): never => {
    throw new CannotStart(`${file} cannot be written (${error.code}). Choose a folder that you may write to.`)
  }
}

/** Data sets and models are often compressed already: compressing them harder takes minutes and gains little. */
const FAST = 1

async function writeArchive<T>(path: string, fill: (archive: Pack) => Promise<T>): Promise<T> {
  const archive = pack()
  const written = pipeline(
    archive,
    createGzip({ level: FAST }),
    createWriteStream(path, { mode: 0o600, flags: 'wx' }),
  )
  const filled = fill(archive).catch((error: Error) => {
    archive.destroy(error)
    throw error
  })
  const [result] = await Promise.all([filled, written])
  const whole = await open(path)
  await whole.sync().finally(() => whole.close())
  return result
}

async function addAll(archive: Pack, client: Client, objects: ObjectStore, folder: string) {
  await prepareForLines(client)
  await client.query('begin isolation level repeatable read read only')
  const schema = await readSchemaVersion(client)
  const created_at = new Date().toISOString()
  const tables: TableSummary[] = []
  for (const name of await tablesInOrder(client)) tables.push(await addTable(archive, client, name, folder))
  const sequences = await readSequences(client)
  const { rows: owned } = await client.query<Owned>(
    'select id as workspace_id, s3_bucket_name as bucket from workspaces order by 2',
  )
  await client.query('commit')
  const manifest: Manifest = {
    format: 'podium-export',
    format_version: 1,
    product_version: productVersion,
    created_at,
    schema,
    tables,
    sequences,
    buckets: owned.map(({ bucket }) => bucket),
    objects: await addObjects(archive, objects, objectsOf(client, objects, owned), folder),
  }
  await addText(archive, MANIFEST, JSON.stringify(manifest, null, 2))
  archive.finalize()
  return manifest
}

/** The objects in each workspace's bucket, as long as the bucket is that workspace's. */
async function* objectsOf(client: Client, objects: ObjectStore, owned: Owned[]) {
  for (const one of owned)
    for await (const { path } of whileOwned(client, one, () => objects.list(one.bucket, '')))
      yield { bucket: one.bucket, path }
}
