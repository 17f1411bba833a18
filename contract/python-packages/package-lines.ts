import type { InstalledPackage, PackageDifference, PackageList } from '../calls/run-packages.ts'
import { plainName } from './package-name.ts'

type Installed = Pick<InstalledPackage, 'name' | 'version' | 'source'>

/** True for a file that gives the versions of all packages. */
export function isLock(file: string): boolean {
  return /\.lock$|(^|\/)pylock\.[\w.]*toml$/.test(file)
}

/** The version, and its source if that is not an index. */
function versionText({ version, source }: Installed): string {
  return source === null ? version : `${version} from ${source}`
}

export function versionsByName(packages: readonly Installed[]): Record<string, string> {
  return Object.fromEntries(packages.map((one) => [plainName(one.name), versionText(one)]))
}

/** The packages that differ, in order of name. */
export function packageDifferences(
  before: readonly Installed[],
  now: readonly Installed[],
): PackageDifference[] {
  const earlier = new Map(before.map((one) => [plainName(one.name), one]))
  const later = new Map(now.map((one) => [plainName(one.name), one]))
  const keys = [...new Set([...earlier.keys(), ...later.keys()])].sort()
  return keys.flatMap((key) => differenceOf(earlier.get(key), later.get(key)))
}

function differenceOf(before: Installed | undefined, now: Installed | undefined): PackageDifference[] {
  const name = now?.name ?? before?.name ?? ''
  if (!before || !now) return [{ name, before: before?.version ?? null, now: now?.version ?? null }]
  if (before.version !== now.version) return [{ name, before: before.version, now: now.version }]
  return before.source === now.source ? [] : [{ name, before: versionText(before), now: versionText(now) }]
}

/**
 * Adds the places where the source asks for each package. For older lists, which lack these places, packages required
 * by another one get none, and the others get the file.
 */
export function withAskedFor(packages: readonly InstalledPackage[], file: string): InstalledPackage[] {
  return packages.map((one) => ({ asked_in: one.asked_by.length === 0 ? [file] : [], ...one }))
}

/** The packages as lines of a requirements file. A package whose address had a password becomes a comment. */
export function pinnedLines({ packages }: Pick<PackageList, 'packages'>): string[] {
  return packages.map(({ name, version, source }) => {
    if (source === null) return `${name}==${version}`
    if (source.includes('***')) return `# ${name}==${version} came from ${source}: its password is not kept`
    return source.startsWith('./')
      ? source
      : `${name} @ ${source.startsWith('/') ? `file://${source}` : source}`
  })
}
