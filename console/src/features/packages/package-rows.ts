import type { PackageWarning, readPackages } from '@podium/contract/calls/run-packages.ts'
import { plainName } from '@podium/contract/python-packages/package-name.ts'
import type { ReplyOf } from '@podium/contract/wire/call.ts'
import { holdsText } from '../../format/holds-text.ts'
import { NOTHING } from '../../format/nothing.ts'

export type Packages = ReplyOf<typeof readPackages>

export interface PackageRow {
  name: string
  /** null if the run no longer has the package */
  version: string | null
  /** the earlier run's version, null if it had none; undefined if nothing differs */
  before: string | null | undefined
  /** true if the earlier run had the same version from another source */
  isElsewhere: boolean
  /** the places in source files that require it; empty if only other packages need it */
  asked_in: readonly string[]
  /** the packages that need it */
  asked_by: readonly string[]
  from: string
  size: number | null
  warnings: readonly PackageWarning[]
}

/** Returns the packages of the run and the ones that it no longer has, sorted by name. */
export function packageRows({ packages, differences }: Packages): PackageRow[] {
  const differing = new Map(differences.map((one) => [plainName(one.name), one]))
  const here = packages.map(
    ({ name, version, source, asked_by, asked_in = [], index, size, warnings = [] }): PackageRow => {
      const difference = differing.get(plainName(name))
      return {
        name,
        version,
        before: difference?.before,
        isElsewhere: difference !== undefined && difference.now !== null && difference.now !== version,
        asked_in,
        asked_by,
        from: source ?? indexName(index),
        size,
        warnings,
      }
    },
  )
  const gone = differences
    .filter(({ now }) => now === null)
    .map(
      ({ name, before }): PackageRow => ({
        name,
        version: null,
        before,
        isElsewhere: false,
        asked_in: [],
        asked_by: [],
        from: NOTHING,
        size: null,
        warnings: [],
      }),
    )
  return [...here, ...gone]
}

function indexName(index: string | null | undefined): string {
  return index === 'pypi.org' ? 'PyPI' : (index ?? 'Package index')
}

/** Returns the places in source files that require the package, else the packages that need it. */
export function askersOf({ asked_in, asked_by }: PackageRow): readonly string[] {
  return asked_in.length > 0 ? asked_in : asked_by
}

/** The filters by their names in the address. */
export const FILTERS = {
  differs: { label: 'Differs', has: ({ before }: PackageRow) => before !== undefined },
  asked: { label: 'Asked for', has: ({ asked_in }: PackageRow) => asked_in.length > 0 },
  warnings: { label: 'Warnings', has: ({ warnings }: PackageRow) => warnings.length > 0 },
} as const
export type Filter = keyof typeof FILTERS

/** Returns the rows that pass all filters and have the text in their name, version, requirers or source. */
export function matching(
  rows: readonly PackageRow[],
  text: string,
  filters: readonly Filter[],
): PackageRow[] {
  return rows.filter(
    (row) =>
      filters.every((filter) => FILTERS[filter].has(row)) &&
      [row.name, row.version ?? '', ...row.asked_in, ...row.asked_by, row.from].some((one) =>
        holdsText(one, text),
      ),
  )
}

const byText = new Intl.Collator('en', { numeric: true }).compare

const ORDERS: Record<string, (a: PackageRow, b: PackageRow) => number> = {
  version: (a, b) => byText(a.version ?? '', b.version ?? ''),
  asked_by: (a, b) => byText(askersOf(a)[0] ?? '', askersOf(b)[0] ?? ''),
  from: (a, b) => byText(a.from, b.from),
  size: (a, b) => (a.size ?? -1) - (b.size ?? -1),
}

/** Returns the rows sorted by a column, then by name. Packages that the run no longer has come last. */
export function sorted(
  rows: readonly PackageRow[],
  { id, desc }: { id: string; desc: boolean },
): PackageRow[] {
  const sign = desc ? -1 : 1
  const order = ORDERS[id]
  return rows.toSorted(
    (a, b) =>
      Number(a.version === null) - Number(b.version === null) ||
      sign * (order ? order(a, b) : byText(a.name, b.name)) ||
      byText(a.name, b.name),
  )
}
