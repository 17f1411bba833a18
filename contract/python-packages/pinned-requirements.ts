import type { InstalledPackage } from '../calls/run-packages.ts'
import { pinnedLines } from './package-lines.ts'

/** The name of a package that cannot be pinned, as its address has a password, which is not kept; undefined where all can. */
export function unpinnable(packages: readonly InstalledPackage[]): string | undefined {
  return packages.find(({ source }) => source?.includes('***'))?.name
}

/**
 * The text of a requirements file with exactly these packages.
 * @param options the lines that say where packages are found
 */
export function pinnedRequirements(packages: InstalledPackage[], options: readonly string[]): string {
  return `${[...options, ...pinnedLines({ packages })].join('\n')}\n`
}
