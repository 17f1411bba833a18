import { mkdtemp, readdir, rename, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type { Attempt } from '../../attempt/attempt.ts'
import { SYSTEM_PATH } from '../../attempt/environment.ts'
import { exists, namesIn, ownFolder, passableFolder } from '../../attempt/folders.ts'
import { readJsonOrNull, writeJson } from '../../attempt/json-file.ts'
import { hasFields } from '../../attempt/record-shapes.ts'
import { removeTree } from '../../attempt/remove-tree.ts'
import { runProgram } from '../../attempt/run-program.ts'
import { ENVIRONMENTS } from '../workspace-folder.ts'

const RECORD = 'environment.json'
const REMOVED_PREFIX = '.gone-'

/** The paths of an environment. */
export interface EnvironmentFolder {
  workspace: string
  /** the folder's name: a hash of its content's specification, and some random letters */
  id: string
  root: string
  /** the virtual environment itself */
  venv: string
  /** temporary files of the installation, removed at its end */
  build: string
}

/** The record of a complete environment. */
export interface EnvironmentRecord {
  /** such as '3.11.2' */
  python: string
  packages: number
  /** bytes */
  size: number
}

export interface CompleteEnvironment extends EnvironmentFolder, EnvironmentRecord {
  used_at: Date
}

export function folderOf(runs: string, workspace: string, id: string): EnvironmentFolder {
  const root = join(environmentsOf(runs, workspace), id)
  return { workspace, id, root, venv: join(root, 'venv'), build: join(root, 'build') }
}

/** Creates a new folder, which belongs to the runs of the workspace until it is closed. */
export async function makeFolder(
  runs: string,
  workspace: string,
  key: string,
  uid: number | null,
): Promise<EnvironmentFolder> {
  const all = await passableFolder(environmentsOf(runs, workspace), uid)
  const root = await passableFolder(await mkdtemp(join(all, `${key}-`)), uid)
  const folder = folderOf(runs, workspace, root.slice(all.length + 1))
  await ownFolder(folder.venv, uid)
  await ownFolder(folder.build, uid)
  return folder
}

/**
 * Makes the installed files read-only for the runs of the workspace and records that the environment is complete. Links
 * are not followed, and files that a package linked in from elsewhere keep their owner.
 */
export async function closeFolder(
  { root, venv, build }: EnvironmentFolder,
  python: string,
  uid: number | null,
): Promise<EnvironmentRecord> {
  await removeTree(build)
  if (uid !== null) {
    const options = { env: { PATH: SYSTEM_PATH } }
    await runProgram('chown', ['-Rh', `--from=${uid}:${uid}`, `0:${uid}`, '--', venv], options)
    await runProgram('chmod', ['-R', 'u-s,g-s,u=rX,g=rX,o=', '--', venv], options)
  }
  const record = { python, packages: await countPackages(venv), size: await sizeOf(venv) }
  await writeJson(join(root, RECORD), record)
  return record
}

/** Returns 0 if the packages cannot be counted, which harms nothing. Packages put libraries beside Python's folder. */
async function countPackages(venv: string): Promise<number> {
  const lib = join(venv, 'lib')
  const version = (await readdir(lib).catch(() => [])).find((name) => /^python3\.\d+$/.test(name))
  // A project alone lies in the folder itself.
  const site = version === undefined ? venv : join(lib, version, 'site-packages')
  const names = await readdir(site).catch(() => [])
  return names.filter((name) => name.endsWith('.dist-info') && !/^(pip|setuptools)-/.test(name)).length
}

/** Returns the bytes on the disk. */
export async function sizeOf(path: string): Promise<number> {
  const { stdout } = await runProgram('du', ['-sk', '--', path], { env: { PATH: SYSTEM_PATH } })
  return Number.parseInt(stdout, 10) * 1024
}

export async function noteUse({ root }: EnvironmentFolder, now: Date): Promise<void> {
  await utimes(join(root, RECORD), now, now)
}

/** Returns null for an incomplete one, which is being installed or was left by a server that ended. */
export async function readFolder(folder: EnvironmentFolder): Promise<CompleteEnvironment | null> {
  const path = join(folder.root, RECORD)
  const record = await readJsonOrNull(path, isRecord)
  return record && { ...folder, ...record, used_at: (await stat(path)).mtime }
}

function isRecord(value: unknown): value is EnvironmentRecord {
  return hasFields(value, { python: 'string', packages: 'number', size: 'number' })
}

/** Returns the folder that the packages of an attempt are being installed into, or null if none are. */
export async function draftOfAttempt(runs: string, { key, directory }: Attempt): Promise<string | null> {
  const named = await readJsonOrNull(directory.environment, namesFolder)
  if (named === null) return null
  const folder = folderOf(runs, key.workspace, named.id)
  return (await exists(folder.build)) ? folder.root : null
}

/** Checks the record of an attempt about its environment. The name must be one of Podium's and lead nowhere else. */
export function namesFolder(value: unknown): value is { id: string; below?: string } {
  return hasFields(value, { id: 'string' }) && [value.id, value.below ?? value.id].every(isName)
}

function isName(value: unknown): boolean {
  return typeof value === 'string' && /^[0-9a-f]{32}-\w{6}$/.test(value)
}

/** Lists all environments of a workspace, complete or not. */
export async function foldersIn(runs: string, workspace: string): Promise<EnvironmentFolder[]> {
  const names = await namesIn(environmentsOf(runs, workspace))
  return names.map((id) => folderOf(runs, workspace, id))
}

export function environmentsOf(runs: string, workspace: string): string {
  return join(runs, workspace, ENVIRONMENTS)
}

export async function allFolders(runs: string): Promise<EnvironmentFolder[]> {
  const workspaces = await namesIn(runs)
  return (await Promise.all(workspaces.map((workspace) => foldersIn(runs, workspace)))).flat()
}

/** Moves the folder away in one step and then removes it. Remains are removed later. */
export async function removeFolder({ root, id }: EnvironmentFolder): Promise<void> {
  const going = join(root, '..', id.startsWith(REMOVED_PREFIX) ? id : `${REMOVED_PREFIX}${id}`)
  if (going !== root) await rename(root, going)
  await removeTree(going)
}
