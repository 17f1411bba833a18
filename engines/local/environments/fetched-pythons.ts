import { mkdtemp, readdir, realpath, rm, stat, utimes } from 'node:fs/promises'
import { basename, dirname, join, sep } from 'node:path'
import { compareVersions, fits } from '@podium/contract/python-packages/python-version.ts'
import type { Attempt } from '../../attempt/attempt.ts'
import { exists, namesIn, passableFolder } from '../../attempt/folders.ts'
import { readJsonOrNull, writeJson } from '../../attempt/json-file.ts'
import { hasFields } from '../../attempt/record-shapes.ts'
import { removeTree } from '../../attempt/remove-tree.ts'
import { runProgram } from '../../attempt/run-program.ts'
import type { PythonEnvironment } from '../../python-environment.ts'
import type { PythonSettings } from '../../python-settings.ts'
import type { Host } from '../host.ts'
import { type EnvironmentFolder, sizeOf } from './environment-folder.ts'
import { fetchReason } from './fetch-reason.ts'
import { InstallRefused } from './installation.ts'
import { callInstaller } from './installer-settings.ts'
import { type Interpreter, interpretersIn } from './interpreters.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** Written last and removed first, so a folder without it was left by a killed server. */
const RECORD = 'python.json'

interface FetchedPython extends Interpreter {
  /** the name of its folder */
  id: string
  used_at: Date
}

/** Pythons that uv fetched for sources that need one which the machine lacks. Runs of all workspaces read them. */
export function createFetchedPythons(
  { runs }: Pick<Host, 'runs'>,
  settings: PythonSettings,
  clock: () => Date,
) {
  // Beside the runs, because every user can pass there and no workspace has that name.
  const all = join(dirname(runs), basename(runs).replace(/^runs/, 'pythons'))
  /** by attempt, the Python that it installs packages for */
  const inUseBy = new Map<string, string>()

  async function folders(): Promise<string[]> {
    return (await namesIn(all)).map((name) => join(all, name))
  }

  async function complete(): Promise<FetchedPython[]> {
    const found = await Promise.all((await folders()).map(readFolder))
    return found.filter((one) => one !== null)
  }

  /** Takes the newest Python that the requirement allows for the attempt, or returns null if there is none. */
  async function find(requires: string, { directory }: Attempt): Promise<Interpreter | null> {
    const [newest] = (await complete())
      .filter(({ version }) => fits(version, requires))
      .toSorted((a, b) => compareVersions(b.version, a.version))
    if (newest === undefined) return null
    const { id, path, version } = newest
    inUseBy.set(directory.root, path)
    await utimes(join(all, id, RECORD), clock(), clock())
    return { path, version }
  }

  /** Returns the paths of Pythons that attempts or these environments use. */
  async function inUse(environments: readonly EnvironmentFolder[]): Promise<Set<string>> {
    const programs = environments.map(({ venv }) => realpath(join(venv, 'bin', 'python')).catch(() => ''))
    return new Set([...inUseBy.values(), ...(await Promise.all(programs))])
  }

  async function list(environments: readonly EnvironmentFolder[]): Promise<PythonEnvironment[]> {
    const used = await inUse(environments)
    return Promise.all(
      (await complete()).map(async ({ id, path, version, used_at }) => ({
        id,
        workspace: null,
        python: version,
        packages: 0,
        size: await sizeOf(join(all, id)),
        used_at: used_at.toISOString(),
        in_use: used.has(path),
      })),
    )
  }

  async function remove(id: string): Promise<void> {
    await rm(join(all, id, RECORD))
    await removeTree(join(all, id))
  }

  /** Removes Pythons unused for long that no environment is made of. */
  async function removeUnused(environments: readonly EnvironmentFolder[]): Promise<void> {
    const oldest = clock().getTime() - settings.keep_days * DAY_MS
    const used = await inUse(environments)
    for (const { id, path, used_at } of await complete())
      if (!used.has(path) && used_at.getTime() < oldest) await remove(id)
  }

  /** Fetches one with uv. @throws InstallRefused with a sentence if there is none or it cannot be reached */
  async function download(
    uv: string,
    requires: string,
    { attempt, signal }: { attempt: Attempt; signal: AbortSignal },
  ): Promise<Interpreter> {
    const folder = await passableFolder(
      await mkdtemp(`${await passableFolder(all, 'everyone')}${sep}`),
      'everyone',
    )
    try {
      await fill(folder, uv, requires, signal)
      const [python] = await pythonsBelow(folder)
      if (python === undefined) throw new Error('uv fetched no Python.')
      inUseBy.set(attempt.directory.root, python.path)
      await writeJson(join(folder, RECORD), python)
      return python
    } catch (error) {
      await removeTree(folder)
      signal.throwIfAborted()
      throw new InstallRefused(
        `The source requires Python ${requires}, which this machine does not have and which could not be fetched (PODIUM_PYTHON_DOWNLOADS): ${fetchReason(error, settings.install_minutes)} Change requires-python, or ask an administrator to install that Python.`,
      )
    }
  }

  /** Fills the final folder, because uv writes its path into the Python. */
  async function fill(folder: string, uv: string, requires: string, signal: AbortSignal): Promise<void> {
    const build = join(folder, 'build')
    const mirror = settings.python_downloads?.mirror ?? null
    const variables = {
      UV_PYTHON_DOWNLOADS: 'manual',
      UV_PYTHON_INSTALL_DIR: folder,
      ...(mirror !== null && { UV_PYTHON_INSTALL_MIRROR: mirror }),
    }
    const requirement = requires === '' ? '>=3' : requires
    const command = [uv, 'python', 'install', '--no-bin', '--', requirement]
    await callInstaller(command, build, settings, signal, variables)
    await removeTree(build)
    await runProgram('chmod', ['-R', 'u=rwX,go=rX', folder])
  }

  return {
    find,
    download,
    list,
    remove,
    removeUnused,
    /** Releases the attempt's Python. Environments that were made of it still keep it in use. */
    release({ directory }: Attempt): void {
      inUseBy.delete(directory.root)
    },
    /** Returns the folder that a sandbox must show beside those of the system; none for a Python of the machine. */
    reach({ path }: Interpreter): string[] {
      if (!path.startsWith(`${all}${sep}`)) return []
      return [join(all, path.slice(all.length + 1).split(sep)[0] ?? '')]
    },
    /** Removes folders of servers that were killed while they fetched one. Call it before any is fetched. */
    async tidy(): Promise<void> {
      for (const folder of await folders())
        if (!(await exists(join(folder, RECORD)))) await removeTree(folder)
    },
  }
}

async function pythonsBelow(folder: string): Promise<Interpreter[]> {
  const names = (await readdir(folder, { withFileTypes: true })).filter((one) => one.isDirectory())
  return interpretersIn(names.map(({ name }) => join(folder, name, 'bin')))
}

/** Returns null if it is incomplete. */
async function readFolder(folder: string): Promise<FetchedPython | null> {
  const path = join(folder, RECORD)
  const record = await readJsonOrNull(path, isInterpreter)
  return record && { ...record, id: basename(folder), used_at: (await stat(path)).mtime }
}

function isInterpreter(value: unknown): value is Interpreter {
  return hasFields(value, { path: 'string', version: 'string' })
}
