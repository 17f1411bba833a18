import { mkdtemp, readdir, rename } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { exists } from '../../attempt/folders.ts'
import { removeTree } from '../../attempt/remove-tree.ts'
import { runProgram } from '../../attempt/run-program.ts'
import type { PythonSettings } from '../../python-settings.ts'
import type { Host } from '../host.ts'
import { installSentence } from './install-sentence.ts'
import { InstallRefused } from './installation.ts'
import { callInstaller } from './installer-settings.ts'
import type { Interpreter } from './interpreters.ts'

/** Installs the server's own uv as a wheel from the index, if the machine has none. */
export function createOwnUv({ runs }: Pick<Host, 'runs'>, settings: PythonSettings) {
  // Beside the runs, because every user can pass there and no workspace has that name.
  const own = join(dirname(runs), basename(runs).replace(/^runs/, 'uv'))
  const program = join(own, 'bin', 'uv')

  /** @throws InstallRefused with a sentence if the index does not have it */
  async function install({ path: python, version }: Interpreter, signal: AbortSignal): Promise<string> {
    const draft = await mkdtemp(`${own}-`)
    try {
      const pip = [python, '-I', '-m', 'pip', 'install', '--target', join(draft, 'uv'), ...WHEEL_ALONE]
      await callInstaller([...pip, 'uv'], draft, settings, signal)
      await runProgram('chmod', ['-R', 'u=rwX,go=rX', join(draft, 'uv')])
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
    /** Returns the folder that an installation must see beside those of the system; none for the machine's uv. */
    reach: (used: string | null) => (used === program ? [own] : []),
    /** Removes remains of servers that were killed during its installation. Call it before anything is installed. */
    async tidy(): Promise<void> {
      const drafts = (await readdir(dirname(own))).filter(
        (name) =>
          name.startsWith(`${basename(own)}-`) && /^\w{6}$/.test(name.slice(basename(own).length + 1)),
      )
      for (const name of drafts) await removeTree(join(dirname(own), name))
    },
  }
}

/** No code of a package runs, because the server itself installs. */
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
