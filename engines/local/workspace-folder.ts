import { join } from 'node:path'
import { namesIn } from '../attempt/folders.ts'

/** Folders beside a workspace's runs. No run has such a name. */
export const ENVIRONMENTS = 'environments'
export const CACHES = 'caches'

/** True if the folder of a workspace has no runs or their remains, only data that runs share. */
export async function isWithoutRuns(runs: string, workspace: string): Promise<boolean> {
  return (await namesIn(join(runs, workspace))).every((name) => name === ENVIRONMENTS || name === CACHES)
}
