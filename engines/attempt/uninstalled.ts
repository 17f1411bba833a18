import { appendFile } from 'node:fs/promises'
import type { AttemptDirectory } from './attempt-directory.ts'
import { packagesOf } from './package-file.ts'

/**
 * What the log of a run says where its engine installs no packages that a source names; '' where the source names none.
 * @param found where the program finds packages instead
 */
export async function uninstalledWords(
  { work }: Pick<AttemptDirectory, 'work'>,
  found: string,
): Promise<string> {
  // What cannot be followed is not installed either.
  const needs = await packagesOf(work, null).catch(() => null)
  return needs === null
    ? ''
    : `Podium installs nothing of ${needs.name} here: the program finds the packages ${found}.\n`
}

export async function noteUninstalled(directory: AttemptDirectory, found: string): Promise<void> {
  const words = await uninstalledWords(directory, found)
  if (words !== '') await appendFile(directory.logs.process, words, { mode: 0o600 })
}
