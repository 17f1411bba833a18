import type { PackageWarning } from '@podium/contract/run-packages.ts'
import { Note } from '../../../ui/feedback/note.tsx'
import { askersOf, type PackageRow } from './package-rows.ts'
import styles from './packages.module.css'

/** The warnings of indexes about packages of the run: a version was withdrawn, or a package is kept up no more. */
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

/** 'requirements.txt line 8 asks for it.' */
function askedText(row: PackageRow): string {
  const [first, ...others] = askersOf(row)
  if (first === undefined) return ''
  return others.length === 0 ? `${first} asks for it.` : `${first} and ${others.length} more ask for it.`
}
