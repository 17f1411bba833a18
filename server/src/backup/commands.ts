import { readdir, readFile, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { ConnectionSettings } from '@podium/database/connection-settings.ts'
import { migrate } from '@podium/database/migrate.ts'
import type { ObjectStore } from '@podium/storage/object-store.ts'
import type { Config } from '../config.ts'
import type { ObjectsSettings } from '../objects-settings.ts'
import { CannotStart } from '../start/cannot-start.ts'
import { prepareHome } from '../start/home.ts'
import { lockHome } from '../start/one-server.ts'
import { exportAll } from './export.ts'
import { checkExport, importAll } from './import.ts'
import type { Manifest } from './manifest.ts'
import { noteExport } from './note-export.ts'

export interface Connections {
  serving: ConnectionSettings
  owner: ConnectionSettings | null
}

/** The resources of the commands; main.ts provides the real ones. */
export interface Resources {
  config: Config
  /** opens the database of a home without a running server, starting it if it is the bundled one */
  openDatabase(): Promise<Connections>
  /** finds the database of the server that runs on the home */
  findDatabase(): Promise<Connections>
  /** opens the server's object store, or the one at another place, named `named` */
  openObjects(place?: ObjectsSettings, named?: string): Promise<ObjectStore>
  /** releases everything that was opened */
  end(): Promise<void>
}

/** The file argument of a command. @throws a sentence if there is none */
function fileOf(command: string, file: string | undefined): string {
  if (file) return resolve(file)
  throw new CannotStart(`Name the file: podium ${command} <file.tar.gz>`)
}

export function exportHome(resources: Resources, [named]: string[]): Promise<string> {
  const file = fileOf('export', named)
  return besideServer(resources, async ({ connections: { owner, serving }, signal }) => {
    const objects = await resources.openObjects()
    const connection = owner ?? serving
    const manifest = await exportAll({ owner: connection, objects, file, signal })
    await noteExport(connection, file, manifest)
    return `Exported ${contentOf(manifest)} to ${file}. It holds password hashes and keys: keep it where only you can read it.`
  })
}

interface BesideServer {
  connections: Connections
  /** true if a server runs on the home; otherwise none can start meanwhile */
  isServing: boolean
  signal: AbortSignal
}

/** Runs the work beside a running server, or on a home whose server is stopped. */
export async function besideServer<T>(
  resources: Resources,
  work: (beside: BesideServer) => Promise<T>,
): Promise<T> {
  const { home, objects, database_url } = resources.config
  if (objects.kind === 'home') await refuseNoHome(home)
  else if (database_url === null) await refuseNoHome(home, DATABASE)
  await prepareHome(home)
  const unlock = await lockHome(home).catch(unlessRunning)
  const stopping = untilStopped()
  try {
    const connections = await (unlock ? resources.openDatabase() : resources.findDatabase())
    return await work({ connections, isServing: unlock === null, signal: stopping.signal })
  } finally {
    stopping.end()
    await resources.end()
    await unlock?.()
  }
}

const STOPS = ['SIGINT', 'SIGTERM'] as const

/** Aborts when the process is told to stop; it first cleans up. */
function untilStopped(): { signal: AbortSignal; end(): void } {
  const controller = new AbortController()
  const stop = () => controller.abort()
  for (const name of STOPS) process.once(name, stop)
  return {
    signal: controller.signal,
    end() {
      for (const name of STOPS) process.off(name, stop)
    },
  }
}

function unlessRunning(error: unknown): null {
  if (error instanceof CannotStart) return null
  throw error
}

/** Imports into an empty home without a server; a failed import leaves it empty. */
export async function importHome(resources: Resources, [named]: string[]): Promise<string> {
  const file = fileOf('import', named)
  const { home } = resources.config
  await refuseUsedHome(home)
  const checked = await checkExport(file)
  await prepareHome(home)
  const unlock = await lockHome(home)
  try {
    await refuseUsedHome(home)
    return await importInto(resources, file, checked)
  } finally {
    await unlock()
  }
}

async function importInto(resources: Resources, file: string, checked: Manifest): Promise<string> {
  try {
    const connections = await resources.openDatabase()
    const options = { file, ...connections, objects: await resources.openObjects() }
    const { cut_runs, left_out } = await importAll(options, checked)
    await migrate(connections)
    await resources.end()
    return `Imported ${contentOf(checked, left_out)} from ${file}.${sentenceOnCut(cut_runs)} Everyone has to sign in again. Start Podium now.`
  } catch (error) {
    await resources.end()
    await emptyHome(resources.config.home)
    throw error
  }
}

function sentenceOnCut(runs: number): string {
  if (runs === 0) return ''
  return runs === 1
    ? ' One run had not ended when it was exported, and is shown as failed.'
    : ` ${runs} runs had not ended when it was exported, and are shown as failed.`
}

function contentOf({ tables, objects }: Manifest, leftOut = 0): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0) - leftOut
  const count = (number: number, word: string) =>
    `${number.toLocaleString('en')} ${word}${number === 1 ? '' : 's'}`
  return `${count(rows, 'row')} of ${count(tables.length, 'table')} and ${count(objects.count, 'object')} (${count(objects.bytes, 'byte')})`
}

const LOCK = 'server.lock'
/** The file that names the folder of a database outside the home. */
const DATABASE_ELSEWHERE = 'database-folder'

/** The parts of a home that exist if its objects are stored elsewhere. */
const DATABASE = /^(pg\d+|database-folder)$/

/** @throws a sentence if Podium was never started there */
export async function refuseNoHome(home: string, sign = /^objects$/): Promise<void> {
  if ((await filesIn(home)).some((name) => sign.test(name))) return
  throw new CannotStart(`There is no Podium in ${home}. Set PODIUM_HOME to the folder that holds it.`)
}

/** @throws a sentence if the folder is not empty */
export async function refuseUsedHome(home: string): Promise<void> {
  if ((await filesIn(home)).length === 0) return
  throw new CannotStart(
    `${home} is already in use. Import only into an empty home: set PODIUM_HOME to a new folder.`,
  )
}

/** Removes everything that a failed import created; the database has stopped by now. */
export async function emptyHome(home: string): Promise<void> {
  const elsewhere = await readFile(join(home, DATABASE_ELSEWHERE), 'utf8').catch(() => null)
  if (elsewhere?.trim()) await rm(elsewhere.trim(), { recursive: true, force: true })
  for (const name of await filesIn(home)) await rm(join(home, name), { recursive: true, force: true })
}

async function filesIn(home: string): Promise<string[]> {
  try {
    return (await readdir(home)).filter((name) => name !== LOCK)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return []
    throw new CannotStart(
      `PODIUM_HOME ${home} cannot be read (${code}). Set it to a folder this user may read.`,
    )
  }
}
