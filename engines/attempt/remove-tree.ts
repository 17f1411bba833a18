import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { SYSTEM_PATH } from './environment.ts'

const run = promisify(execFile)
const OPTIONS = { env: { PATH: SYSTEM_PATH } }

/**
 * Removes a folder that a run wrote in. The system's own program goes down step by step, so that names that are no
 * text, paths of any length and links swapped in while it works do no harm.
 */
export async function removeTree(path: string): Promise<void> {
  try {
    await run('rm', ['-rf', '--', path], OPTIONS)
  } catch {
    // Without root a run's closed folders are closed to the server too, until it opens them as their owner. As root,
    // to which none is closed, a link swapped in at that moment would open a file of another owner.
    if (process.getuid?.() !== 0)
      await run('chmod', ['-R', 'u+rwX', '--', path], OPTIONS).catch(() => undefined)
    await run('rm', ['-rf', '--', path], OPTIONS)
  }
}
