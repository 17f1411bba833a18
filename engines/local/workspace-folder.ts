import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isMissing } from '../attempt/json-file.ts'

/** Folders beside a workspace's runs. No run has such a name. */
export const ENVIRONMENTS = 'environments'
export const CACHES = 'caches'

/** True if the folder of a workspace has no runs or their remains, only data that runs share. */
export async function isWithoutRuns(runs: string, workspace: string): Promise<boolean> {
  return (await namesIn(join(runs, workspace))).every((name) => name === ENVIRONMENTS || name === CACHES)
}

/** Lists the names in a folder; none if there is no such folder. */
export async function namesIn(path: string): Promise<string[]> {
  try {
    return await readdir(path)
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}
