import { requirementLines } from './package-lines.ts'
import type { InstalledPackage } from './run-packages.ts'

/** An option, alone in its line, that says where packages are found and which of them are taken. */
const INDEX_OPTION =
  /^\s*(--(index-url|extra-index-url|find-links|trusted-host|no-index|pre|prefer-binary|no-binary|only-binary)|-[if])(?=[\s=]|$)/

/** The name of a package that cannot be pinned, as its address has a password, which is not kept; undefined where all can. */
export function unpinnable(packages: readonly InstalledPackage[]): string | undefined {
  return packages.find(({ source }) => source?.includes('***'))?.name
}

/** The text of a requirements file with exactly these packages, and the index options of the one before it. */
export function pinnedRequirements(packages: InstalledPackage[], before: string): string {
  const options = before.split(/\r?\n/).filter((line) => INDEX_OPTION.test(line))
  return `${[...options, ...requirementLines({ packages })].join('\n')}\n`
}
