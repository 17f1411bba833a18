import type { InstalledPackage, PackageWarning } from '@podium/contract/calls/run-packages.ts'
import { countOf } from '../../format/number.ts'
import { Note } from '../../ui/feedback/note.tsx'
import { askersOf, type PackageRow } from './package-rows.ts'
import styles from './packages.module.css'

/** Shows the warnings of package indexes: a version was withdrawn, or a package is no longer maintained. */
export function PackageWarnings({ rows }: { rows: readonly PackageRow[] }) {
  const warned = rows.filter(({ warnings }) => warnings.length > 0)
  if (warned.length === 0) return null
  return (
    <Note tone="warn">
      <ul className={styles.warnings}>
        {warned.flatMap((row) =>
          row.warnings.map((warning) => (
            <li key={`${row.name} ${warning.kind}`}>
              <b>{sentenceOf(row, warning)}</b> {askedText(row)}
              {warning.reason !== null && ` The index says: ${warning.reason}`}
            </li>
          )),
        )}
      </ul>
    </Note>
  )
}

/** Says for how many packages the index has not answered yet. */
export function AwaitedIndexes({ packages }: { packages: readonly InstalledPackage[] }) {
  const awaited = packages.filter(({ awaits_index = false }) => awaits_index)
  if (awaited.length === 0) return null
  const indexes = [...new Set(awaited.map(({ index }) => index))]
  const [were, are] = awaited.length === 1 ? ['was', 'is'] : ['were', 'are']
  return (
    <Note tone="info">
      {indexes.join(' and ')} {indexes.length === 1 ? 'has' : 'have'} not answered yet whether{' '}
      {countOf(awaited.length, 'package')} {were} withdrawn or {are} deprecated, archived or quarantined. The
      next run with these packages asks again.
    </Note>
  )
}

function sentenceOf({ name, version }: PackageRow, { kind }: PackageWarning): string {
  switch (kind) {
    case 'withdrawn':
      return `${name} ${version} was withdrawn by its authors.`
    case 'deprecated':
      return `${name} ${version} is deprecated: use another package.`
    case 'archived':
      return `${name} ${version} is archived: no new versions are to be expected.`
    case 'quarantined':
      return `${name} ${version} is quarantined: the index holds it for unsafe.`
  }
}

/** Returns 'requirements.txt line 8 asks for it.' */
function askedText(row: PackageRow): string {
  const [first, ...others] = askersOf(row)
  if (first === undefined) return ''
  return others.length === 0 ? `${first} asks for it.` : `${first} and ${others.length} more ask for it.`
}
