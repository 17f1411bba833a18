import { SYSTEM_PATH } from './environment.ts'
import { runProgram } from './run-program.ts'

const OPTIONS = { env: { PATH: SYSTEM_PATH } }
/** A system limits the length of a command line. */
const AT_ONCE = 500

/**
 * Removes folders that a run wrote in. Uses `rm`, which descends step by step, so that names that are not UTF-8,
 * paths of any length and links swapped in meanwhile do no harm.
 */
export function removeTree(path: string): Promise<void> {
  return removeTrees([path])
}

/** Removes several folders as removeTree does, with few programs. */
export async function removeTrees(paths: string[]): Promise<void> {
  for (let at = 0; at < paths.length; at += AT_ONCE) await removeThese(paths.slice(at, at + AT_ONCE))
}

async function removeThese(paths: string[]): Promise<void> {
  try {
    await runProgram('rm', ['-rf', '--', ...paths], OPTIONS)
  } catch {
    // Without root, a run's closed folders are closed to the server too, until it opens them as their owner. Root can
    // pass them anyway, and a link swapped in meanwhile would open a file of another owner.
    if (process.getuid?.() !== 0)
      await runProgram('chmod', ['-R', 'u+rwX', '--', ...paths], OPTIONS).catch(() => undefined)
    await runProgram('rm', ['-rf', '--', ...paths], OPTIONS)
  }
}
