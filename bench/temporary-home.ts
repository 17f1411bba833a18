import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Gives `work` a folder that is gone afterwards, whatever happens. */
export async function inTemporaryHome<T>(work: (home: string) => Promise<T>): Promise<T> {
  const home = await mkdtemp(join(tmpdir(), 'podium-bench-'))
  try {
    return await work(home)
  } finally {
    await rm(home, { recursive: true, force: true })
  }
}
