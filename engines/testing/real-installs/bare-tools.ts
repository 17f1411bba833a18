import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { SYSTEM_PATH } from '../../attempt/environment.ts'
import { installerEnvironment, writeInstallerSettings } from '../../local/environments/installer-settings.ts'
import { interpreterFor } from '../../local/environments/interpreters.ts'
import { PYTHON_DEFAULTS, type PythonSettings } from '../../python-settings.ts'
import { type Installed, installedIn, SHOW_INSTALLED } from './installed.ts'

const run = promisify(execFile)

/** The contents of a source by path. */
export type Files = Record<string, string | Buffer>

/** pip and uv without Podium, in a folder with all of their files. */
export interface BareTools {
  /** the folder with the program uv, which runs find too */
  bin: string
  /** Returns the files with one that the shell line creates from them with `$uv`, such as a lock. */
  locked(files: Files, line: string, name: string, settings?: PythonSettings): Promise<Files>
  /** Creates an environment, installs into it with the shell line by `$python` or `$uv`, and returns the result. */
  install(files: Files, installer: 'pip' | 'uv', line: string, settings?: PythonSettings): Promise<Installed>
  close(): Promise<void>
}

const MAKE = {
  pip: '"$python" -I -m venv --without-pip "$venv"',
  uv: '"$uv" -q venv --python "$python" "$venv"',
}

/** Opens the newest uv of the package index, and the pip of this machine. */
export async function openBareTools(): Promise<BareTools> {
  // A sandbox hides /tmp.
  const folder = await mkdtemp('/var/tmp/podium-bare-')
  await chmod(folder, 0o755)
  const { path: python } = await interpreterFor('', { set: null, path: SYSTEM_PATH })
  const downloads = { temporary: join(folder, 'tmp'), pip: join(folder, 'pip'), uv: join(folder, 'cache') }
  await mkdir(downloads.temporary)
  const bin = join(folder, 'uv', 'bin')

  async function call(work: string, line: string, settings: PythonSettings = PYTHON_DEFAULTS) {
    const own = await mkdtemp(join(folder, 'settings-'))
    await writeInstallerSettings(settings, own)
    const env = {
      ...installerEnvironment(settings, { folder: own, path: SYSTEM_PATH, downloads }),
      python,
      uv: join(bin, 'uv'),
      venv: join(own, 'venv'),
      UV_PROJECT_ENVIRONMENT: join(own, 'venv'),
    }
    const { stdout } = await run('/bin/sh', ['-ec', line], { cwd: work, env, maxBuffer: 2 ** 26 })
    return stdout
  }

  async function lay(files: Files): Promise<string> {
    const work = await mkdtemp(join(folder, 'work-'))
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(work, path)), { recursive: true })
      await writeFile(join(work, path), text)
    }
    return work
  }

  async function locked(files: Files, line: string, name: string, settings?: PythonSettings) {
    const work = await lay(files)
    await call(work, line, settings)
    return { ...files, [name]: await readFile(join(work, name)) }
  }

  async function install(files: Files, installer: 'pip' | 'uv', line: string, settings?: PythonSettings) {
    const work = await lay({ ...files, 'show-installed.py': SHOW_INSTALLED })
    const show = '"$venv/bin/python" show-installed.py'
    return installedIn(await call(work, `${MAKE[installer]}\n${line}\n${show}`, settings))
  }

  await call(folder, '"$python" -I -m pip install -q --no-deps --only-binary :all: --target uv uv')
  await run('chmod', ['-R', 'u=rwX,go=rX', join(folder, 'uv')])
  return { bin, locked, install, close: () => rm(folder, { recursive: true, force: true }) }
}

/** Command line of pip for the environment. */
export const PIP = '"$python" -I -m pip --python "$venv/bin/python" install -q'
/** Command line of uv as an installer for the environment. */
export const UV_PIP = '"$uv" -q pip install --python "$venv/bin/python"'
/** Command line of uv as the manager of a project. */
export const UV_SYNC = '"$uv" -q sync --python "$python" --no-dev'
