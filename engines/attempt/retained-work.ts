import { readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { Observation, RunKey } from '../engine.ts'
import type { Attempt, RunsFolder } from './attempt.ts'
import { attemptRoot } from './attempt-directory.ts'
import { allAttempts, removeAttemptFolder } from './attempt-folders.ts'
import { exists } from './folders.ts'
import { readJson, UNREADABLE, writeJson } from './json-file.ts'
import { isRetention } from './record-shapes.ts'
import { removeTree } from './remove-tree.ts'
import { removeTemporaryFolder } from './temporary-folder.ts'

/** Days for which the working directory of a run in dev mode stays after the run. */
const DAYS = 7
const DAY_MS = 24 * 60 * 60 * 1000

export const RETAINED_SENTENCE = `Its working directory is kept for ${DAYS} days.`

/** Returns the path of the working directory, relative to the folder of all runs. */
export function retainedName({ key, directory }: Attempt): string {
  return join(attemptRoot(key), relative(directory.root, directory.work))
}

/**
 * Removes the files of an attempt.
 * @throws if it has not ended
 */
export async function removeEnded(attempt: Attempt, seen: Observation, now: Date): Promise<void> {
  if (seen.phase !== 'ended' && seen.phase !== 'absent')
    throw new Error('A run that has not ended cannot be forgotten.')
  if (await isRetained(attempt, seen)) await removeAllButWork(attempt, now)
  else await removeAttemptFolder(attempt)
}

/** True if the working directory outlives the attempt, because it ran in dev mode or was retained before. */
async function isRetained({ directory }: Attempt, seen: Observation): Promise<boolean> {
  return (seen.phase === 'ended' && seen.raw.kept !== undefined) || (await exists(directory.retained))
}

/** Removes everything but the working directory. Repeated after a crash. */
async function removeAllButWork({ directory }: Attempt, now: Date): Promise<void> {
  const { root, retained, work } = directory
  if (!(await exists(retained))) await keepFrom(now, retained)
  await removeTemporaryFolder(directory)
  await removeBelow(root, [retained, work])
}

async function removeBelow(folder: string, exceptions: string[]): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    if (exceptions.some((one) => one.startsWith(`${path}/`))) await removeBelow(path, exceptions)
    else if (!exceptions.includes(path)) await removeTree(path)
  }
}

function keepFrom(now: Date, file: string): Promise<void> {
  return writeJson(file, { until: new Date(now.getTime() + DAYS * DAY_MS).toISOString() })
}

export async function retainedAttempts(folder: RunsFolder): Promise<RunKey[]> {
  const attempts = await allAttempts(folder)
  const found = await Promise.all(attempts.map(({ directory }) => exists(directory.retained)))
  return attempts.filter((_, index) => found[index]).map(({ key }) => key)
}

/** Removes the working directory early. An attempt that was not forgotten stays unchanged. */
export async function removeRetained(attempt: Attempt): Promise<void> {
  if (await exists(attempt.directory.retained)) await removeAttemptFolder(attempt)
}

/** Removes the working directories whose time is up. One that cannot be removed does not stop the others. */
export async function removeOutdated(
  folder: RunsFolder,
  now: Date,
  log: (message: string, details: Record<string, unknown>) => void,
): Promise<void> {
  for (const attempt of await allAttempts(folder))
    await removeIfOutdated(attempt, now).catch((error) =>
      log('A working directory that has expired could not be removed.', {
        ...attempt.key,
        error: String(error),
      }),
    )
}

async function removeIfOutdated(attempt: Attempt, now: Date): Promise<void> {
  const { retained } = attempt.directory
  const record = await readJson(retained, isRetention)
  // The start of its time is lost, so it starts again.
  if (record === UNREADABLE) await keepFrom(now, retained)
  else if (record && record.until <= now.toISOString()) await removeAttemptFolder(attempt)
}
