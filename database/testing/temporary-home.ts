import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A home that every user can pass, as PODIUM_HOME is; `remove` when the database in it has ended. */
export async function temporaryHome(): Promise<{ home: string; remove(): Promise<void> }> {
  const home = await mkdtemp(join(tmpdir(), 'podium-test-'))
  await chmod(home, 0o711)
  return { home, remove: () => rm(home, { recursive: true, force: true }) }
}
