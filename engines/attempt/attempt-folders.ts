import { readdir, rmdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { RunKey } from '../engine.ts'
import { type Attempt, attemptOf, type RunsFolder } from './attempt.ts'
import { readRecord } from './attempt-record.ts'
import { type Passer, passableFolder } from './folders.ts'
import { isMissing } from './json-file.ts'
import { removeTree } from './remove-tree.ts'
import { removeTemporaryFolder } from './temporary-folder.ts'

/** Every attempt of which anything lies on the disk. A folder that cannot be read for now hides no other. */
export async function allAttempts(folder: RunsFolder): Promise<Attempt[]> {
  const attempts: Attempt[] = []
  for (const workspace of await namesIn(folder.runs)) {
    for (const run of await namesIn(join(folder.runs, workspace)).catch(() => [])) {
      attempts.push(...(await attemptsOf(folder, { workspace, run }).catch(() => [])))
    }
  }
  return attempts
}

/** Every attempt on the disk that has not been written down as ended. */
export async function unfinishedAttempts(folder: RunsFolder): Promise<Attempt[]> {
  return unfinishedAmong(await allAttempts(folder))
}

/** The earlier attempts of the same run that have not been written down as ended. */
export async function unfinishedBefore(folder: RunsFolder, { attempt, ...run }: RunKey): Promise<Attempt[]> {
  const attempts = await attemptsOf(folder, run)
  return unfinishedAmong(attempts.filter(({ key }) => key.attempt < attempt))
}

async function attemptsOf(folder: RunsFolder, run: Omit<RunKey, 'attempt'>): Promise<Attempt[]> {
  const names = await namesIn(join(folder.runs, run.workspace, run.run))
  // a person who looked into a kept working directory may have left other files beside the attempts
  return names
    .filter((name) => /^[1-9]\d*$/.test(name))
    .map((name) => attemptOf(folder, { ...run, attempt: Number(name) }))
}

async function unfinishedAmong(attempts: Attempt[]): Promise<Attempt[]> {
  const unfinished = await Promise.all(attempts.map(isUnfinished))
  return attempts.filter((_, index) => unfinished[index])
}

/** One whose records cannot be read for now is looked at again, and holds up no other. */
async function isUnfinished({ directory }: Attempt): Promise<boolean> {
  const record = await readRecord(directory).catch(() => undefined)
  return record === undefined || (record !== null && !record.ended)
}

/** The identity a run's files have, as its folder says; null where it is the server's own. */
export async function ownerOf(folder: RunsFolder, { directory }: Attempt): Promise<number | null> {
  return folder.ownIdentities ? (await stat(directory.root)).gid : null
}

/** The folders from the workspace down to the attempt, which its run may pass but not write. */
export async function makeAttemptFolders({ directory }: Attempt, uid: Passer): Promise<void> {
  const run = dirname(directory.root)
  for (const path of [dirname(run), run, directory.root]) await passableFolder(path, uid)
}

export async function removeAttemptFolder({ directory }: Attempt): Promise<void> {
  await removeTemporaryFolder(directory)
  await removeTree(directory.root)
  await rmdir(dirname(directory.root)).catch(() => undefined)
}

async function namesIn(path: string): Promise<string[]> {
  try {
    return await readdir(path)
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}
