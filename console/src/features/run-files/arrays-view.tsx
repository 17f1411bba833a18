import type { ArtifactPreview, ShownArray } from '@podium/contract/calls/run-files.ts'
import { countOf, formatNumber } from '../../format/number.ts'
import { spelledOut } from '../../format/spelled-out.ts'
import text from '../../theme/text.module.css'
import { classNames } from '../../ui/class-names.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import styles from './arrays-view.module.css'
import { CellsTable } from './cells-table.tsx'

interface ArraysViewProps {
  path: string
  file: Extract<ArtifactPreview, { kind: 'arrays' }>
}

/** Shows each array of a NumPy file with its type, its shape and its first rows. */
export function ArraysView({ path, file: { arrays, more } }: ArraysViewProps) {
  if (arrays.length === 0)
    return <EmptyState title="Not shown here">There are no arrays in this file.</EmptyState>
  return (
    <>
      {arrays.map((array, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an array is its place, two may have one name
        <section key={at} className={styles.array} aria-label={array.name || undefined}>
          <div className={styles.head}>
            {array.name !== '' && <h3 translate="no">{spelledOut(array.name)}</h3>}
            <p className={text.note}>
              <span translate="no">{array.type}</span>
              {`, ${shapeOf(array)}`}
              {array.detail && `. ${array.detail}`}
            </p>
          </div>
          {array.table && <CellsTable name={array.name || path} table={array.table} />}
        </section>
      ))}
      {more && (
        <p className={classNames(text.note, styles.head)}>
          Only its first {countOf(arrays.length, 'array')} are shown here. The download is complete.
        </p>
      )}
    </>
  )
}

/** '60,000 × 28 × 28', '1 value' */
function shapeOf({ shape }: ShownArray): string {
  if (shape.length === 0) return '1 value'
  if (shape.length === 1) return countOf(shape[0] ?? 0, 'value')
  return shape.map((size) => formatNumber(size)).join(' × ')
}
