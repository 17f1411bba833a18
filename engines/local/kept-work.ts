import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Observation, RunKey } from '../engine.ts'
import { allAttempts, removeAttemptFolder } from './attempt-folders.ts'
import type { Host, Place } from './host.ts'
import { exists } from './identity.ts'
import { readJson, UNREADABLE, writeJson } from './json-file.ts'
import { isKept as isKeptRecord } from './record-shapes.ts'
import { removeTree } from './remove-tree.ts'
import { removeTemporaryFolder } from './temporary-folder.ts'

/** How long the working directory of a run in dev mode stays after the run. */
const DAYS = 7
const DAY_MS = 24 * 60 * 60 * 1000

export const KEPT_SENTENCE = `Its working directory is kept for ${DAYS} days.`

/** Where the working directory lies, below the folder of all runs. */
export function keptName({ key }: Place): string {
  return `${key.workspace}/${key.run}/${key.attempt}/cwd`
}

/** Whether the working directory outlives the attempt: it ran in dev mode, or was left here before. */
export async function isKept({ directory }: Place, seen: Observation): Promise<boolean> {
  return (seen.phase === 'ended' && seen.raw.kept !== undefined) || (await exists(directory.kept))
}

/** Leaves the working directory alone in its place. A crash in between is made up for by doing it again. */
export async function removeAllButWork({ directory }: Place, now: Date): Promise<void> {
  const { root, kept, work } = directory
  if (!(await exists(kept))) await keepFrom(now, kept)
  await removeTemporaryFolder(directory)
  for (const name of await readdir(root)) {
    const path = join(root, name)
    if (path !== kept && path !== work) await removeTree(path)
  }
}

function keepFrom(now: Date, kept: string): Promise<void> {
  return writeJson(kept, { until: new Date(now.getTime() + DAYS * DAY_MS).toISOString() })
}

export async function keptAttempts(host: Host): Promise<RunKey[]> {
  const places = await allAttempts(host)
  const kept = await Promise.all(places.map(({ directory }) => exists(directory.kept)))
  return places.filter((_, index) => kept[index]).map(({ key }) => key)
}

/** Removes the working directory before its time; an attempt that was not forgotten stays as it is. */
export async function removeKept(place: Place): Promise<void> {
  if (await exists(place.directory.kept)) await removeAttemptFolder(place)
}

/** Removes the working directories whose time is up. One that cannot be removed holds nothing else up. */
export async function removeOutdated(
  host: Host,
  now: Date,
  log: (message: string, details: Record<string, unknown>) => void,
): Promise<void> {
  for (const place of await allAttempts(host))
    await removeIfOutdated(place, now).catch((error) =>
      log('A working directory whose time is up could not be removed.', {
        ...place.key,
        error: String(error),
      }),
    )
}

async function removeIfOutdated(place: Place, now: Date): Promise<void> {
  const { kept } = place.directory
  const record = await readJson(kept, isKeptRecord)
  // Since when it is kept is lost: its time begins anew.
  if (record === UNREADABLE) await keepFrom(now, kept)
  else if (record && record.until <= now.toISOString()) await removeAttemptFolder(place)
}
