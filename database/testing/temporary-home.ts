import { rmSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A home that every user can pass, as PODIUM_HOME is; `remove` when the database in it has ended. */
export async function temporaryHome(parent = tmpdir()): Promise<{ home: string; remove(): Promise<void> }> {
  const home = await mkdtemp(join(parent, 'podium-test-'))
  await chmod(home, 0o711)
  // Interrupted, a run tears nothing down; its PostgreSQL still writes while it ends.
  const removeAtExit = () => rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })
  process.once('exit', removeAtExit)
  return {
    home,
    async remove() {
      process.off('exit', removeAtExit)
      await rm(home, { recursive: true, force: true })
    },
  }
}
