import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { SYSTEM_PATH } from './environment.ts'

const run = promisify(execFile)
const OPTIONS = { env: { PATH: SYSTEM_PATH } }

/**
 * Removes a folder that a run wrote in. Uses `rm`, which descends step by step, so that names that are not UTF-8,
 * paths of any length and links swapped in meanwhile do no harm.
 */
export async function removeTree(path: string): Promise<void> {
  try {
    await run('rm', ['-rf', '--', path], OPTIONS)
  } catch {
    // Without root, a run's closed folders are closed to the server too, until it opens them as their owner. Root can
    // pass them anyway, and a link swapped in meanwhile would open a file of another owner.
    if (process.getuid?.() !== 0)
      await run('chmod', ['-R', 'u+rwX', '--', path], OPTIONS).catch(() => undefined)
    await run('rm', ['-rf', '--', path], OPTIONS)
  }
}
