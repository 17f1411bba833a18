import { appendFile } from 'node:fs/promises'
import type { RunSpec } from '../engine.ts'
import type { AttemptDirectory } from './attempt-directory.ts'
import { packagesOf } from './package-file.ts'

/**
 * What the log of a run says where its engine installs no packages that a source names; '' where the source names none.
 * @param found where the program finds packages instead
 */
export async function uninstalledWords(
  { metadata }: Pick<RunSpec, 'metadata'>,
  { work }: Pick<AttemptDirectory, 'work'>,
  found: string,
): Promise<string> {
  // What cannot be followed is not installed either.
  const needs = await packagesOf(work, metadata, null).catch(() => null)
  return needs === null
    ? ''
    : `Podium installs nothing of ${needs.name} here: the program finds the packages ${found}.\n`
}

export async function noteUninstalled(
  spec: Pick<RunSpec, 'metadata'>,
  directory: AttemptDirectory,
  found: string,
): Promise<void> {
  const words = await uninstalledWords(spec, directory, found)
  if (words !== '') await appendFile(directory.logs.process, words, { mode: 0o600 })
}
