import { classNames } from '../class-names.ts'
import { SelectBox } from '../form/select-box.tsx'
import type { Column } from './data-table-column.ts'
import { SortButton } from './sort-button.tsx'
import styles from './table.module.css'

interface DataTableHeadProps<Row> {
  columns: readonly Column<Row>[]
  /** Words alone, where the heads are heard and not seen: nothing in them may take the focus. */
  bare?: boolean
  selection: { all: boolean; some: boolean; toggleAll: (checked: boolean) => void } | undefined
  hasMenu: boolean
  sortedBy: (column: string) => 'asc' | 'desc' | false
  onToggleSort: (column: string) => void
}

const DIRECTIONS = { asc: 'ascending', desc: 'descending' } as const

export function DataTableHead<Row>(props: DataTableHeadProps<Row>) {
  const { columns, bare, selection, hasMenu, sortedBy, onToggleSort } = props
  return (
    <thead>
      <tr>
        {selection && (
          <th scope="col" className={styles.boxCell}>
            {bare ? (
              <span className={styles.unseen}>Select</span>
            ) : (
              <SelectBox
                label="Select all on this page"
                checked={selection.all}
                some={selection.some}
                onChange={selection.toggleAll}
              />
            )}
          </th>
        )}
        {columns.map(({ id, header, sortable, numeric, also, width }) => {
          const sorted = sortedBy(id)
          const alsoSorted = also && sortedBy(also.id)
          const shown = sorted || alsoSorted
          return (
            <th
              key={id}
              scope="col"
              aria-sort={shown ? DIRECTIONS[shown] : undefined}
              className={classNames(numeric && styles.numeric)}
              style={width ? { width } : undefined}
            >
              {sortable && !bare ? (
                <SortButton sorted={sorted} onToggle={() => onToggleSort(id)}>
                  {header}
                </SortButton>
              ) : (
                header
              )}
              {also && !bare && (
                <>
                  <span className={styles.between}>/</span>
                  <SortButton sorted={alsoSorted ?? false} onToggle={() => onToggleSort(also.id)}>
                    {also.header}
                  </SortButton>
                </>
              )}
            </th>
          )
        })}
        {hasMenu && (
          <th scope="col" className={styles.menuCell}>
            <span className={styles.unseen}>Actions</span>
          </th>
        )}
      </tr>
    </thead>
  )
}
