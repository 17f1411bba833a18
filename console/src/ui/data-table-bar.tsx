import { ArrowDown, ArrowUp } from 'lucide-react'
import { Checkbox } from './checkbox.tsx'
import type { Column, Sort } from './data-table-column.ts'
import { IconButton } from './icon-button.tsx'
import { Select } from './select.tsx'
import styles from './table-bars.module.css'

interface DataTableBarProps<Row> {
  columns: readonly Column<Row>[]
  selection: { all: boolean; some: boolean; toggleAll: (checked: boolean) => void } | undefined
  sort: Sort | undefined
  onSort: ((sort: Sort) => void) | undefined
}

/** On a phone, where rows are records without heads: the choice of all of them, and what they are sorted by. */
export function DataTableBar<Row>({ columns, selection, sort, onSort }: DataTableBarProps<Row>) {
  const options = columns.flatMap(({ id, header, sortable, also }) => [
    ...(sortable ? [{ value: id, label: header }] : []),
    ...(also ? [{ value: also.id, label: also.header }] : []),
  ])
  const isSortable = onSort !== undefined && options.length > 0
  if (!selection && !isSortable) return null
  return (
    <div className={styles.phoneBar}>
      {selection && (
        <Checkbox
          label="Select all"
          ref={(box) => {
            if (box) box.indeterminate = selection.some
          }}
          checked={selection.all}
          onChange={(event) => selection.toggleAll(event.currentTarget.checked)}
        />
      )}
      {isSortable && (
        <div className={styles.pager}>
          <span aria-hidden="true">Sort</span>
          <Select
            aria-label="Sort by"
            className={styles.pageSize}
            options={options}
            {...(sort ? {} : { placeholder: 'as it came' })}
            value={sort?.id ?? ''}
            onChange={(event) => onSort({ id: event.currentTarget.value, desc: false })}
          />
          {sort && (
            <IconButton
              icon={sort.desc ? ArrowDown : ArrowUp}
              label={sort.desc ? 'Sort ascending' : 'Sort descending'}
              onClick={() => onSort({ id: sort.id, desc: !sort.desc })}
            />
          )}
        </div>
      )}
    </div>
  )
}
