import { appendFile } from 'node:fs/promises'
import type { RunSpec } from '../engine.ts'
import type { AttemptDirectory } from './attempt-directory.ts'
import { packagesOf } from './package-file.ts'

/**
 * Returns the words for the log of a run whose engine installs no packages although its source names some, otherwise
 * ''.
 * @param found says how the program finds packages instead
 */
export async function uninstalledWords(
  { metadata }: Pick<RunSpec, 'metadata'>,
  { work }: Pick<AttemptDirectory, 'work'>,
  found: string,
): Promise<string> {
  // Lists that cannot be followed are not installed either.
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
