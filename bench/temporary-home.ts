import { rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Processes started in the folder end on the same signal, and may write until then. */
const STUBBORN = { recursive: true, force: true, maxRetries: 20, retryDelay: 250 } as const

/** Runs `work` with a folder that is removed afterwards, even on failure or Ctrl-C. */
export async function inTemporaryHome<T>(work: (home: string) => Promise<T>): Promise<T> {
  const home = await mkdtemp(join(tmpdir(), 'podium-bench-'))
  const interrupt = () => {
    rmSync(home, STUBBORN)
    process.exit(130)
  }
  process.once('SIGINT', interrupt)
  try {
    return await work(home)
  } finally {
    process.off('SIGINT', interrupt)
    await rm(home, { recursive: true, force: true })
  }
}
