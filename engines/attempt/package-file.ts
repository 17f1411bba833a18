import { lstat } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { packageChoiceOf } from '@podium/contract/python-packages/package-choice.ts'
import { type PackagePlan, packagePlan } from '@podium/contract/python-packages/package-plan.ts'
import { PackagesUnreadable } from '@podium/contract/python-packages/packages-unreadable.ts'
import type { SourceFiles } from '@podium/contract/python-packages/source-files.ts'
import { StartRefused } from '../engine.ts'
import { isMissing } from './json-file.ts'
import { openOwned } from './owned-file.ts'

/** No person or tool writes a longer file for a program. */
const MAX_BYTES = 4 * 2 ** 20

/**
 * Returns how to install the packages of the source in the folder `work`, or null if it asks for none.
 * @param metadata of the version, whose `python` may name files
 * @param uid must own the files
 * @param nameInSetup omitted if the name of a project without pyproject.toml does not matter
 * @throws StartRefused if the files cannot be followed, or belong to another tool
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

/** Reads a file of the source; null if there is none. A run of the workspace may have put anything in its place. */
async function readSource(work: string, path: string, uid: number | null): Promise<string | null> {
  if (posix.normalize(path).startsWith('..') || posix.isAbsolute(path)) return null
  try {
    const file = await openOwned(join(work, path), work, uid)
    try {
      if ((await file.stat()).size > MAX_BYTES)
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
