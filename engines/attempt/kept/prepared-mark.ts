import { lstat, rename, writeFile } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import type { AttemptDirectory } from '../attempt-directory.ts'
import { exists } from '../folders.ts'
import { isMissing } from '../json-file.ts'

/** Some file systems count time in whole seconds. A clock that was set back in between does not hold up the start. */
const PATIENCE_MS = 3_000

/**
 * Marks that everything of an attempt is prepared, unless it is marked already: what changes from now on, its program
 * changes. The time of the last change (ctime) tells, because a program cannot set it. It is that of the file system,
 * whose clock counts in steps, so the mark waits for the step after the last prepared file.
 */
export async function markPrepared({ prepared }: Pick<AttemptDirectory, 'prepared'>): Promise<void> {
  if (await exists(prepared)) return
  const draft = `${prepared}.draft`
  const write = async () => {
    await writeFile(draft, '-', { mode: 0o600 })
    return (await lstat(draft)).ctimeMs
  }
  const last = await write()
  const deadline = performance.now() + PATIENCE_MS
  while ((await write()) <= last && performance.now() < deadline) await setTimeout(1)
  await rename(draft, prepared)
}

/** Returns the earliest ctime of what the program changed, or null if an earlier release prepared the attempt. */
export async function preparedAt({ prepared }: Pick<AttemptDirectory, 'prepared'>): Promise<number | null> {
  try {
    return (await lstat(prepared)).ctimeMs
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}
