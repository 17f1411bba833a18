import type { InstalledPackage } from '../calls/run-packages.ts'
import { pinnedLines } from './package-lines.ts'

/** A package that cannot be pinned, because its address had a password, which is not stored; else undefined. */
export function unpinnable(packages: readonly InstalledPackage[]): string | undefined {
  return packages.find(({ source }) => source?.includes('***'))?.name
}

/**
 * The text of a requirements file with exactly these packages.
 * @param options lines that say where packages are found
 */
export function pinnedRequirements(packages: InstalledPackage[], options: readonly string[]): string {
  return `${[...options, ...pinnedLines({ packages })].join('\n')}\n`
}
