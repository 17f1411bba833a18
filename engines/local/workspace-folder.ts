import { readdir, rmdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { attemptOf, type Host } from './host.ts'
import { passableFolder } from './identity.ts'

/** The folder of a workspace's runs, which the runs of no other workspace can pass. Idempotent. */
export async function prepareWorkspace(
  host: Host,
  { id, number }: { id: string; number: number },
): Promise<void> {
  await passableFolder(folderOf(host, id), host.uidOf(number))
}

export function preparedWorkspaces(host: Host): Promise<string[]> {
  return readdir(host.runs)
}

/** Removes the folder only when it is empty, so that a mistaken call removes no run. */
export async function releaseWorkspace(host: Host, id: string): Promise<void> {
  await rmdir(folderOf(host, id)).catch((error: NodeJS.ErrnoException) => {
    if (!STAYS.has(error.code ?? '')) throw error
  })
}

const STAYS = new Set(['ENOENT', 'ENOTDIR', 'ENOTEMPTY', 'EEXIST'])

function folderOf(host: Host, id: string): string {
  const { directory } = attemptOf(host, { workspace: id, run: 'any', attempt: 1 })
  return dirname(dirname(directory.root))
}
