import { ArrowDown, ArrowUp } from 'lucide-react'
import { IconButton } from '../button/icon-button.tsx'
import { Checkbox } from '../form/checkbox.tsx'
import { Select, type SelectOption } from '../form/select.tsx'
import type { Sort } from './data-table-column.ts'
import styles from './table-bars.module.css'

interface DataTableBarProps {
  /** what the rows can be sorted by */
  sortable: readonly SelectOption[]
  selection: { all: boolean; some: boolean; toggleAll: (checked: boolean) => void } | undefined
  sort: Sort | undefined
  onSort: ((sort: Sort) => void) | undefined
}

/** On a phone, where rows are records without heads: the choice of all of them, and what they are sorted by. */
export function DataTableBar({ sortable, selection, sort, onSort }: DataTableBarProps) {
  const isSortable = onSort !== undefined && sortable.length > 0
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
            options={sortable}
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
