import { rmSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Creates a home that every user can pass, as PODIUM_HOME is. Call `remove` after its database has ended. */
export async function temporaryHome(parent = tmpdir()): Promise<{ home: string; remove(): Promise<void> }> {
  const home = await mkdtemp(join(parent, 'podium-test-'))
  await chmod(home, 0o711)
  // An interrupted run tears nothing down, and its PostgreSQL still writes while it ends.
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
