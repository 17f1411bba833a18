import { SYSTEM_PATH } from './environment.ts'
import { runProgram } from './run-program.ts'

const OPTIONS = { env: { PATH: SYSTEM_PATH } }

/**
 * Removes a folder that a run wrote in. Uses `rm`, which descends step by step, so that names that are not UTF-8,
 * paths of any length and links swapped in meanwhile do no harm.
 */
export async function removeTree(path: string): Promise<void> {
  try {
    await runProgram('rm', ['-rf', '--', path], OPTIONS)
  } catch {
    // Without root, a run's closed folders are closed to the server too, until it opens them as their owner. Root can
    // pass them anyway, and a link swapped in meanwhile would open a file of another owner.
    if (process.getuid?.() !== 0)
      await runProgram('chmod', ['-R', 'u+rwX', '--', path], OPTIONS).catch(() => undefined)
    await runProgram('rm', ['-rf', '--', path], OPTIONS)
  }
}
