import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rename } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { PackagePlan } from '@podium/contract/python-packages/package-plan.ts'
import { SYSTEM_PATH } from '../../attempt/environment.ts'
import { exists } from '../../attempt/folders.ts'
import { removeTree } from '../../attempt/remove-tree.ts'
import { StartRefused } from '../../engine.ts'
import type { PythonSettings } from '../../python-settings.ts'
import type { Host } from '../host.ts'
import { programOn } from '../program.ts'
import { installSentence } from './install-sentence.ts'
import { installerEnvironment, writeInstallerSettings } from './installer-settings.ts'
import type { Interpreter } from './interpreters.ts'

const run = promisify(execFile)
const MINUTE_MS = 60_000

export interface Uv {
  /**
   * The program uv that installs a plan; null where pip installs it.
   * @throws StartRefused where only uv can and it is not to be had
   */
  programFor(plan: PackagePlan, interpreter: Interpreter): Promise<string | null>
  /** the folder that an installation has to see beside those of the system; none for a program of the machine */
  reach(program: string | null): string[]
}

/**
 * Chooses between pip and uv: what only uv reads is installed by uv, all else by what the settings name, or by uv where the
 * machine has it. A uv that is missing is installed once from the index, which has it as a wheel.
 */
export function createUv({ runs, path }: Pick<Host, 'runs' | 'path'>, settings: PythonSettings): Uv {
  // Beside the runs: every user can pass there, and no workspace is named so.
  const own = join(dirname(runs), basename(runs).replace(/^runs/, 'uv'))
  let installing: Promise<string> | null = null

  async function programFor(plan: PackagePlan, interpreter: Interpreter): Promise<string | null> {
    const isAsked = plan.needs_uv || settings.installer === 'uv'
    if (!isAsked && settings.installer === 'pip') return null
    const onPath = await programOn(path, 'uv')
    if (onPath !== null || !isAsked) return onPath
    installing ??= installOwn(interpreter).finally(() => {
      installing = null
    })
    try {
      return await installing
    } catch (error) {
      const needs = plan.needs_uv ? `${plan.name} is read by uv` : 'PODIUM_PYTHON_INSTALLER names uv'
      throw new StartRefused(
        `${needs}, which this machine does not have and which could not be installed either: ${reasonOf(error, interpreter.version, settings)} Ask an administrator to install uv.`,
      )
    }
  }

  async function installOwn({ path: python }: Interpreter): Promise<string> {
    const program = join(own, 'bin', 'uv')
    if (await exists(program)) return program
    const draft = await mkdtemp(`${own}-`)
    try {
      const temporary = join(draft, 'tmp')
      await mkdir(temporary)
      const downloads = { temporary, pip: join(draft, 'pip'), uv: join(draft, 'cache') }
      await writeInstallerSettings(settings, draft)
      await run(python, ['-I', '-m', 'pip', 'install', '--target', join(draft, 'uv'), ...WHEEL_ALONE, 'uv'], {
        env: installerEnvironment(settings, { folder: draft, path: SYSTEM_PATH, downloads }),
        timeout: settings.install_minutes * MINUTE_MS,
        maxBuffer: 2 ** 20,
      })
      await run('chmod', ['-R', 'u=rwX,go=rX', join(draft, 'uv')])
      await rename(join(draft, 'uv'), own)
      return program
    } finally {
      await removeTree(draft)
    }
  }

  return { programFor, reach: (program) => (program === join(own, 'bin', 'uv') ? [own] : []) }
}

/** No code of a package runs here: the server itself installs. */
const WHEEL_ALONE = ['--no-deps', '--only-binary', ':all:']

function reasonOf(
  error: unknown,
  python: string,
  { index_url, extra_index_url, find_links }: PythonSettings,
): string {
  const {
    stdout = '',
    stderr = '',
    code = null,
  } = error as { stdout?: string; stderr?: string; code?: number }
  return installSentence({
    tool: 'pip',
    output: `${stdout}${stderr}`,
    code: typeof code === 'number' ? code : null,
    python,
    files: {},
    settings: { index_url, extra_index_url, find_links },
  })
}
