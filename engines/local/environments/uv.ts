import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rename } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { exists } from '../../attempt/folders.ts'
import { removeTree } from '../../attempt/remove-tree.ts'
import type { PythonSettings } from '../../python-settings.ts'
import type { Host } from '../host.ts'
import { installSentence } from './install-sentence.ts'
import { InstallRefused } from './installation.ts'
import { callInstaller } from './installer-settings.ts'
import type { Interpreter } from './interpreters.ts'

const run = promisify(execFile)

/** The uv of the server, installed from the index, which has it as a wheel, where the machine has none. */
export function createOwnUv({ runs }: Pick<Host, 'runs'>, settings: PythonSettings) {
  // Beside the runs: every user can pass there, and no workspace is named so.
  const own = join(dirname(runs), basename(runs).replace(/^runs/, 'uv'))
  const program = join(own, 'bin', 'uv')

  /** @throws InstallRefused with a sentence where the index does not give it */
  async function install({ path: python, version }: Interpreter, signal: AbortSignal): Promise<string> {
    const draft = await mkdtemp(`${own}-`)
    try {
      const pip = [python, '-I', '-m', 'pip', 'install', '--target', join(draft, 'uv'), ...WHEEL_ALONE]
      await callInstaller([...pip, 'uv'], draft, settings, signal)
      await run('chmod', ['-R', 'u=rwX,go=rX', join(draft, 'uv')])
      await rename(join(draft, 'uv'), own)
      return program
    } catch (error) {
      signal.throwIfAborted()
      throw new InstallRefused(
        `The packages are installed by uv, which this machine does not have and which could not be installed either: ${reasonOf(error, version, settings)} Ask an administrator to install uv.`,
      )
    } finally {
      await removeTree(draft)
    }
  }

  return {
    find: async () => ((await exists(program)) ? program : null),
    install,
    /** The folder that an installation has to see beside those of the system; none for a program of the machine. */
    reach: (used: string | null) => (used === program ? [own] : []),
    /** Removes what servers left that were killed while they installed it. Call it before anything is installed. */
    async tidy(): Promise<void> {
      const drafts = (await readdir(dirname(own))).filter(
        (name) =>
          name.startsWith(`${basename(own)}-`) && /^\w{6}$/.test(name.slice(basename(own).length + 1)),
      )
      for (const name of drafts) await removeTree(join(dirname(own), name))
    },
  }
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
