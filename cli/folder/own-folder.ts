import { randomUUID } from 'node:crypto'
import { link, lstat, mkdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { OWN_FOLDER } from '@podium/contract/rules/left-behind.ts'
import { isObject } from '@podium/contract/rules/metadata-json.ts'
import { fail } from '../cli-error.ts'
import { OWN_REQUIREMENTS } from './find-files.ts'
import type { HashedFile, SentFiles } from './hash-files.ts'
import type { PushedData } from './push-data.ts'

/** The solution that a folder is registered as. */
export interface Remembered {
  server: string
  workspace_id: string
  solution_id: string
  name: string
  /** the version of the data set that holds its files, if it has any */
  files?: PushedData
}

/** `.podium` of a folder: what the command remembers of it on this machine. */
export interface OwnFolder {
  readSolution(): Promise<Remembered | null>
  rememberSolution(solution: Remembered): Promise<void>
  readSent(): Promise<SentFiles>
  rememberSent(files: readonly HashedFile[]): Promise<void>
  /** Runs work while no other command works in the folder. */
  alone<T>(work: () => Promise<T>): Promise<T>
}

/** Keeps what belongs to this machine out of the repository. The list of packages belongs to the project. */
const IGNORE_FILE = '*\n!requirements.txt\n'
/** A file may change once more within the smallest step of its times: such a file is read again. */
const UNSURE_MS = 2000

/** Makes the folder `.podium` at the root if it is missing. */
export async function openOwnFolder(root: string): Promise<OwnFolder> {
  const folder = join(root, OWN_FOLDER)
  await refuseLinks(root)
  await mkdir(folder, { recursive: true })
    .then(() => writeFile(join(folder, '.gitignore'), IGNORE_FILE, { flag: 'wx' }))
    .catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST')
        fail(
          `${folder} cannot be written (${error.code}). Podium remembers there which solution the folder is.`,
        )
    })
  const solution = join(folder, 'solution.json')
  const sent = join(folder, 'sent.json')
  return {
    async readSolution() {
      const read = await readJson(solution)
      return isObject(read) && typeof read.solution_id === 'string' ? (read as unknown as Remembered) : null
    },
    rememberSolution: (value) => writeWhole(solution, `${JSON.stringify(value, null, 2)}\n`),
    async readSent() {
      const read = await readJson(sent)
      return new Map(
        (Array.isArray(read) ? read : [])
          .filter((row) => Array.isArray(row))
          .map(([path, stamp, sha256]) => [path, { stamp, sha256 }]),
      )
    },
    async rememberSent(files) {
      const rows = files.map(({ path, stamp, changedMs, sha256 }) => [
        path,
        changedMs > Date.now() - UNSURE_MS ? '' : stamp,
        sha256,
      ])
      await writeWhole(sent, JSON.stringify(rows))
    },
    alone: (work) => alone(join(folder, 'lock'), work),
  }
}

/** A repository could bring a link, so that packages are written into a file that a shell reads. */
async function refuseLinks(root: string): Promise<void> {
  for (const path of [OWN_FOLDER, OWN_REQUIREMENTS]) {
    const info = await lstat(join(root, path)).catch(() => null)
    if (info?.isSymbolicLink())
      fail(
        `${path} is a link, and Podium would write where it leads. Delete the link, then repeat the command.`,
      )
  }
}

async function readJson(file: string): Promise<unknown> {
  const text = await readFile(file, 'utf8').catch(() => 'null')
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

async function writeWhole(file: string, text: string): Promise<void> {
  const part = `${file}.${randomUUID()}`
  await writeFile(part, text)
  await rename(part, file)
}

const LOOK_INTERVAL_MS = 50
const TOUCH_INTERVAL_MS = 5_000
/** A lock that its owner no longer touches is taken over, also if the owner is on another machine. */
const ABANDONED_MS = 60_000

async function alone<T>(lock: string, work: () => Promise<T>): Promise<T> {
  const own = `${lock}.${randomUUID()}`
  await writeFile(own, JSON.stringify({ pid: process.pid, host: hostname() }))
  try {
    while (!(await isTaken(own, lock))) {
      if (await isAbandoned(lock)) await takeAway(lock)
      else await new Promise((done) => setTimeout(done, LOOK_INTERVAL_MS))
    }
  } finally {
    await rm(own, { force: true })
  }
  const touching = setInterval(() => utimes(lock, new Date(), new Date()).catch(() => {}), TOUCH_INTERVAL_MS)
  touching.unref()
  try {
    return await work()
  } finally {
    clearInterval(touching)
    await rm(lock, { force: true })
  }
}

/** Takes the lock by a second name for a file, which fails if the name exists. */
async function isTaken(own: string, lock: string): Promise<boolean> {
  return link(own, lock).then(
    () => true,
    (error: NodeJS.ErrnoException) => (error.code === 'EEXIST' ? false : Promise.reject(error)),
  )
}

async function isAbandoned(lock: string): Promise<boolean> {
  const info = await stat(lock).catch(() => null)
  if (info === null) return false
  if (info.mtimeMs < Date.now() - ABANDONED_MS) return true
  const owner = await readJson(lock)
  return isObject(owner) && owner.host === hostname() && !isAlive(Number(owner.pid))
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Another command may have taken over in between: its lock is put back. */
async function takeAway(lock: string): Promise<void> {
  const aside = `${lock}.${randomUUID()}`
  const isMoved = await rename(lock, aside).then(
    () => true,
    () => false,
  )
  if (isMoved && !(await isAbandoned(aside))) await link(aside, lock).catch(() => {})
  await rm(aside, { force: true })
}
