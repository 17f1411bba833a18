import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir } from 'node:fs/promises'
import { basename, dirname, join, sep } from 'node:path'
import { promisify } from 'node:util'
import { compareVersions, fits } from '@podium/contract/python-packages/python-version.ts'
import { SYSTEM_PATH } from '../../attempt/environment.ts'
import { exists, passableFolder } from '../../attempt/folders.ts'
import { readJson, UNREADABLE, writeJson } from '../../attempt/json-file.ts'
import { removeTree } from '../../attempt/remove-tree.ts'
import type { PythonSettings } from '../../python-settings.ts'
import type { Host } from '../host.ts'
import { fetchReason } from './fetch-reason.ts'
import { InstallRefused } from './installation.ts'
import { installerEnvironment, writeInstallerSettings } from './installer-settings.ts'
import { type Interpreter, interpretersIn } from './interpreters.ts'

const run = promisify(execFile)
const MINUTE_MS = 60_000
/** Is written last: a folder without it was left by a server that was killed. */
const RECORD = 'python.json'

/** The Pythons that uv fetched for sources that need one which the machine lacks. Runs of all workspaces read them. */
export function createFetchedPythons({ runs }: Pick<Host, 'runs'>, settings: PythonSettings) {
  // Beside the runs: every user can pass there, and no workspace is named so.
  const all = join(dirname(runs), basename(runs).replace(/^runs/, 'pythons'))

  async function folders(): Promise<string[]> {
    return (await exists(all)) ? (await readdir(all)).map((name) => join(all, name)) : []
  }

  /** The newest that the requirement allows; null where there is none. */
  async function find(requires: string): Promise<Interpreter | null> {
    const records = await Promise.all(
      (await folders()).map((folder) => readJson(join(folder, RECORD), isInterpreter)),
    )
    const [newest] = records
      .filter((one): one is Interpreter => one !== null && one !== UNREADABLE && fits(one.version, requires))
      .toSorted((a, b) => compareVersions(b.version, a.version))
    return newest ?? null
  }

  /**
   * Fetches one by the program uv.
   * @throws InstallRefused with a sentence where there is none, or where it cannot be reached
   */
  async function download(uv: string, requires: string, signal: AbortSignal): Promise<Interpreter> {
    const folder = await passableFolder(
      await mkdtemp(`${await passableFolder(all, 'everyone')}${sep}`),
      'everyone',
    )
    try {
      await fill(folder, uv, requires, signal)
      const [python] = await pythonsBelow(folder)
      if (python === undefined) throw new Error('uv fetched no Python.')
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

  /** The place where it stays, as uv writes that into it. */
  async function fill(folder: string, uv: string, requires: string, signal: AbortSignal): Promise<void> {
    const build = join(folder, 'build')
    const temporary = join(build, 'tmp')
    await mkdir(temporary, { recursive: true })
    await writeInstallerSettings(settings, build)
    const downloads = { temporary, pip: join(build, 'pip'), uv: join(build, 'cache') }
    const mirror = settings.python_downloads?.mirror ?? null
    const env = {
      ...installerEnvironment(settings, { folder: build, path: SYSTEM_PATH, downloads }),
      UV_PYTHON_DOWNLOADS: 'manual',
      UV_PYTHON_INSTALL_DIR: folder,
      ...(mirror !== null && { UV_PYTHON_INSTALL_MIRROR: mirror }),
    }
    const asked = requires === '' ? '>=3' : requires
    await run(uv, ['python', 'install', '--no-bin', '--', asked], {
      cwd: build,
      env,
      timeout: settings.install_minutes * MINUTE_MS,
      maxBuffer: 2 ** 20,
      signal,
      killSignal: 'SIGKILL',
    })
    await removeTree(build)
    await run('chmod', ['-R', 'u=rwX,go=rX', folder])
  }

  return {
    find,
    download,
    /** The folder that is to be seen beside those of the system; none for a Python of the machine. */
    reach({ path }: Interpreter): string[] {
      if (!path.startsWith(`${all}${sep}`)) return []
      return [join(all, path.slice(all.length + 1).split(sep)[0] ?? '')]
    },
    /** Removes what servers left that were killed while they fetched one. Call it before any is fetched. */
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

function isInterpreter(value: unknown): value is Interpreter {
  if (typeof value !== 'object' || value === null) return false
  const { path, version } = value as Record<string, unknown>
  return typeof path === 'string' && typeof version === 'string'
}
