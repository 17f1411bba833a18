import { readdir, realpath, stat } from 'node:fs/promises'
import { delimiter, isAbsolute, join } from 'node:path'
import { compareVersions, fits } from '@podium/contract/python-packages/python-version.ts'
import { runProgram } from '../../attempt/run-program.ts'
import { StartRefused } from '../../engine.ts'
import { programOn } from '../program.ts'

const NAME = /^python3(\.\d+)?$/
const PRINT_VERSION = 'import platform; print(platform.python_version())'

/** A Python of this machine. */
export interface Interpreter {
  /** real path, without links */
  path: string
  /** such as '3.11.2' */
  version: string
}

/** The machine has no Python that the source allows. Another one may be fetched. */
export class PythonMissing extends StartRefused {}

/** Versions by file identity, which changes with an update. */
const known = new Map<string, string | null>()

/**
 * Returns the configured Python, or else the newest on the path that `requires` allows.
 * @param set the program in PODIUM_PYTHON; null: none
 * @throws StartRefused if there is none, with a list of existing ones
 */
export async function interpreterFor(
  requires: string,
  { set, path }: { set: string | null; path: string },
): Promise<Interpreter> {
  const all = await interpretersOf({ set, path })
  const allowed = all.filter(({ version }) => requires === '' || fits(version, requires))
  const [newest] = allowed.toSorted((a, b) => compareVersions(b.version, a.version))
  if (newest) return newest
  if (set !== null && all.length === 0)
    throw new StartRefused(
      `PODIUM_PYTHON=${set} does not start as a Python 3: ask an administrator to correct it.`,
    )
  const versions = [...new Set(all.map(({ version }) => version))].join(', ')
  throw new PythonMissing(
    all.length === 0
      ? 'The source asks for Python packages, and this machine has no python3: ask an administrator to install it.'
      : `The source requires Python ${requires}, and this machine has ${versions}: change requires-python, or ask an administrator to install that Python or to allow that it is fetched (PODIUM_PYTHON_DOWNLOADS).`,
  )
}

/** Returns the versions that environments can be created with, the newest first. */
export async function pythonVersions(settings: { set: string | null; path: string }): Promise<string[]> {
  const versions = (await interpretersOf(settings)).map(({ version }) => version)
  return [...new Set(versions)].toSorted((a, b) => compareVersions(b, a))
}

async function interpretersOf({ set, path }: { set: string | null; path: string }): Promise<Interpreter[]> {
  if (set === null) return interpretersIn(path.split(delimiter))
  const found = await asInterpreter(isAbsolute(set) ? set : ((await programOn(path, set)) ?? set))
  return found === null ? [] : [found]
}

/** Returns the Pythons in these folders of programs. */
export async function interpretersIn(folders: string[]): Promise<Interpreter[]> {
  const found = await Promise.all((await programsIn(folders)).map(asInterpreter))
  return found.filter((one) => one !== null)
}

async function programsIn(folders: string[]): Promise<string[]> {
  const names = await Promise.all(folders.map((folder) => readdir(folder).catch(() => [])))
  return folders.flatMap((folder, at) =>
    (names[at] ?? []).filter((name) => NAME.test(name)).map((name) => join(folder, name)),
  )
}

async function asInterpreter(program: string): Promise<Interpreter | null> {
  const path = await realpath(program).catch(() => null)
  if (path === null) return null
  const { mtimeMs } = await stat(path)
  const file = `${path} ${mtimeMs}`
  if (!known.has(file)) known.set(file, await versionOf(path))
  const version = known.get(file) ?? null
  return version === null ? null : { path, version }
}

async function versionOf(path: string): Promise<string | null> {
  try {
    const { stdout } = await runProgram(path, ['-I', '-c', PRINT_VERSION], { timeout: 10_000, env: {} })
    return /^3\.\d+(\.\d+)?/.exec(stdout)?.[0] ?? null
  } catch {
    return null
  }
}
