import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isMissing } from '../attempt/json-file.ts'

/** In the folder of a workspace, beside its runs, whose names are no words. */
export const ENVIRONMENTS = 'environments'
export const CACHES = 'caches'

/** True if nothing lies in the folder of a workspace but what its runs share: neither a run nor what one left. */
export async function isWithoutRuns(runs: string, workspace: string): Promise<boolean> {
  return (await namesIn(join(runs, workspace))).every((name) => name === ENVIRONMENTS || name === CACHES)
}

/** The names of what lies in a folder; none where there is no such folder. */
export async function namesIn(path: string): Promise<string[]> {
  try {
    return await readdir(path)
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}
