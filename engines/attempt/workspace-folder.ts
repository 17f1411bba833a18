import { readdir, rmdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { attemptOf, type RunsFolder } from './attempt.ts'
import { passableFolder } from './folders.ts'

/** Creates the folder of a workspace's runs, which runs of other workspaces cannot pass. Idempotent. */
export async function prepareWorkspace(
  folder: RunsFolder,
  { id, number }: { id: string; number: number },
): Promise<void> {
  await passableFolder(folderOf(folder, id), folder.uidOf(number))
}

export function preparedWorkspaces(folder: RunsFolder): Promise<string[]> {
  return readdir(folder.runs)
}

/** Removes the folder only if it is empty, so that a mistaken call removes no run. */
export async function releaseWorkspace(folder: RunsFolder, id: string): Promise<void> {
  await rmdir(folderOf(folder, id)).catch((error: NodeJS.ErrnoException) => {
    if (!STAYS.has(error.code ?? '')) throw error
  })
}

const STAYS = new Set(['ENOENT', 'ENOTDIR', 'ENOTEMPTY', 'EEXIST'])

function folderOf(folder: RunsFolder, id: string): string {
  const { directory } = attemptOf(folder, { workspace: id, run: 'any', attempt: 1 })
  return dirname(dirname(directory.root))
}
