import { rmdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { RunKey } from '../engine.ts'
import { type Attempt, attemptOf, type RunsFolder } from './attempt.ts'
import { readRecord } from './attempt-record.ts'
import { namesIn, type Passer, passableFolder } from './folders.ts'
import { removeTree } from './remove-tree.ts'
import { removeTemporaryFolder } from './temporary-folder.ts'

/** Lists every attempt with files on the disk. A folder that cannot be read for now does not hide others. */
export async function allAttempts(folder: RunsFolder): Promise<Attempt[]> {
  const attempts: Attempt[] = []
  for (const workspace of await namesIn(folder.runs)) {
    for (const run of await namesIn(join(folder.runs, workspace)).catch(() => [])) {
      attempts.push(...(await attemptsOf(folder, { workspace, run }).catch(() => [])))
    }
  }
  return attempts
}

/** Lists every attempt on the disk without a recorded end. */
export async function unfinishedAttempts(folder: RunsFolder): Promise<Attempt[]> {
  return unfinishedAmong(await allAttempts(folder))
}

/** Lists the earlier attempts of the same run without a recorded end. */
export async function unfinishedBefore(folder: RunsFolder, { attempt, ...run }: RunKey): Promise<Attempt[]> {
  const attempts = await attemptsOf(folder, run)
  return unfinishedAmong(attempts.filter(({ key }) => key.attempt < attempt))
}

async function attemptsOf(folder: RunsFolder, run: Omit<RunKey, 'attempt'>): Promise<Attempt[]> {
  const names = await namesIn(join(folder.runs, run.workspace, run.run))
  // other files may lie beside the attempts, left by a person who looked into a kept working directory
  return names
    .filter((name) => /^[1-9]\d*$/.test(name))
    .map((name) => attemptOf(folder, { ...run, attempt: Number(name) }))
}

async function unfinishedAmong(attempts: Attempt[]): Promise<Attempt[]> {
  const unfinished = await Promise.all(attempts.map(isUnfinished))
  return attempts.filter((_, index) => unfinished[index])
}

/** True also if the records cannot be read for now, so that the attempt is looked at again. */
async function isUnfinished({ directory }: Attempt): Promise<boolean> {
  const record = await readRecord(directory).catch(() => undefined)
  return record === undefined || (record !== null && !record.ended)
}

/** Returns the uid of a run's files from the group of its folder, or null if it is the server's own. */
export async function ownerOf(folder: RunsFolder, { directory }: Attempt): Promise<number | null> {
  return folder.ownIdentities ? (await stat(directory.root)).gid : null
}

/** Creates the folders from the workspace down to the attempt. Its run may pass but not write them. */
export async function makeAttemptFolders({ directory }: Attempt, uid: Passer): Promise<void> {
  const run = dirname(directory.root)
  for (const path of [dirname(run), run, directory.root]) await passableFolder(path, uid)
}

export async function removeAttemptFolder({ directory }: Attempt): Promise<void> {
  await removeTemporaryFolder(directory)
  await removeTree(directory.root)
  await rmdir(dirname(directory.root)).catch(() => undefined)
}
