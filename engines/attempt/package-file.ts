import { lstat } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { packageChoiceOf } from '@podium/contract/python-packages/package-choice.ts'
import { type PackagePlan, packagePlan } from '@podium/contract/python-packages/package-plan.ts'
import { PackagesUnreadable } from '@podium/contract/python-packages/packages-unreadable.ts'
import type { SourceFiles } from '@podium/contract/python-packages/source-files.ts'
import { StartRefused } from '../engine.ts'
import { isMissing } from './json-file.ts'
import { openOwned } from './owned-file.ts'

/** A longer file is none that a person or a tool wrote for a program. */
const LONGEST = 4 * 2 ** 20

/**
 * How the packages of the source in the folder `work` are installed; null where it asks for none. `uid` is whose the
 * files must be.
 * @param metadata that of the version, whose `python` may name files
 * @param nameInSetup left out where the name of a project without pyproject.toml is no matter
 * @throws StartRefused where the files cannot be followed, or are those of another tool
 */
export async function packagesOf(
  work: string,
  metadata: Record<string, unknown>,
  uid: number | null,
  nameInSetup?: SourceFiles['nameInSetup'],
): Promise<PackagePlan | null> {
  const source = {
    nameInSetup,
    read: (path: string) => readSource(work, path, uid),
    hasFolder: (path: string) => isFolder(join(work, path)),
  }
  try {
    return await packagePlan(source, packageChoiceOf(metadata))
  } catch (error) {
    throw error instanceof PackagesUnreadable ? new StartRefused(error.message) : error
  }
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await lstat(path)).isDirectory()
  } catch (error) {
    if (isMissing(error)) return false
    throw error
  }
}

/** The text of a file of the source; null where there is none. A run of the workspace may have put anything in its place. */
async function readSource(work: string, path: string, uid: number | null): Promise<string | null> {
  if (posix.normalize(path).startsWith('..') || posix.isAbsolute(path)) return null
  try {
    const file = await openOwned(join(work, path), work, uid)
    try {
      if ((await file.stat()).size > LONGEST)
        throw new StartRefused(`\`${path}\` of the source is too long to be a list of packages.`)
      return await file.readFile('utf8')
    } finally {
      await file.close()
    }
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}
