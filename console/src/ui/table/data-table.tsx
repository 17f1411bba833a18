import { ArrowDown, ArrowUp } from 'lucide-react'
import { IconButton } from '../button/icon-button.tsx'
import { Checkbox } from '../form/checkbox.tsx'
import { Select, type SelectOption } from '../form/select.tsx'
import type { MenuItem } from '../menu/menu-popup.tsx'
import { useIsPhone } from '../use-is-phone.ts'
import styles from './table-bars.module.css'
import { TableFrame, type TableFrameProps } from './table-frame.tsx'
import { type Column, DataTableHead, DataTableRow, type Sort } from './table-rows.tsx'

export interface DataTableProps<Row extends object> extends Omit<TableFrameProps, 'bar' | 'children'> {
  columns: readonly Column<Row>[]
  /** One page of rows, as the server sorted and cut it. */
  rows: readonly Row[] | undefined
  rowId: (row: Row) => string
  /** What the row is called in the names of its checkbox and menu. */
  rowName: (row: Row) => string
  sort?: Sort | undefined
  onSort?: (sort: Sort) => void
  /** The ids of the selected rows, also of rows on other pages. Absent: nothing can be selected. */
  selected?: readonly string[]
  onSelect?: (ids: string[]) => void
  menu?: (row: Row) => readonly MenuItem[]
  /** A press anywhere on the row; the link in its name is the same by keyboard. */
  onOpen?: (row: Row) => void
  /** The row that is marked while its panel is open beside the list. */
  current?: string | undefined
}

/** A list of the server: sorted and paged there, selected here. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { columns, rows = [], rowId, rowName, sort, onSort, selected = [], onSelect, menu, onOpen } = props
  const { current, name, compact, tall, bare, stale, placeholder, foot } = props
  const isPhone = useIsPhone()
  const ids = rows.map(rowId)
  const chosen = ids.filter((id) => selected.includes(id))
  const isAll = ids.length > 0 && chosen.length === ids.length

  /** The same column again is the other direction. */
  function toggleSort(id: string) {
    onSort?.({ id, desc: sort?.id === id && !sort.desc })
  }

  /** Rows of other pages stay selected. */
  function select(some: readonly string[], checked: boolean) {
    const others = selected.filter((id) => !some.includes(id))
    onSelect?.(checked ? [...others, ...some] : others)
  }

  const selection = onSelect && {
    all: isAll,
    some: chosen.length > 0 && !isAll,
    toggleAll: (checked: boolean) => select(ids, checked),
  }

  return (
    <TableFrame
      {...{ name, compact, tall, bare, stale, placeholder, foot }}
      bar={
        isPhone &&
        rows.length > 0 && <DataTableBar {...{ sortable: sortableOf(columns), selection, sort, onSort }} />
      }
      fitted={columns.every(({ width }) => width !== undefined)}
    >
      <DataTableHead
        columns={columns}
        bare={isPhone}
        selection={selection}
        hasMenu={menu !== undefined}
        sortedBy={(id) => sort?.id === id && (sort.desc ? 'desc' : 'asc')}
        onToggleSort={toggleSort}
      />
      <tbody>
        {rows.map((row) => {
          const id = rowId(row)
          return (
            <DataTableRow
              key={id}
              row={row}
              name={rowName(row)}
              columns={columns}
              current={id === current}
              selection={
                onSelect && {
                  checked: selected.includes(id),
                  toggle: (checked: boolean) => select([id], checked),
                }
              }
              menu={menu?.(row)}
              onOpen={onOpen && (() => onOpen(row))}
            />
          )
        })}
      </tbody>
    </TableFrame>
  )
}

/** What the rows can be sorted by, as options of a choice. */
function sortableOf<Row>(columns: readonly Column<Row>[]): SelectOption[] {
  return columns.flatMap(({ id, header, sortable, also }) => [
    ...(sortable ? [{ value: id, label: header }] : []),
    ...(also ? [{ value: also.id, label: also.header }] : []),
  ])
}

interface DataTableBarProps {
  /** what the rows can be sorted by */
  sortable: readonly SelectOption[]
  selection: { all: boolean; some: boolean; toggleAll: (checked: boolean) => void } | undefined
  sort: Sort | undefined
  onSort: ((sort: Sort) => void) | undefined
}

/** On a phone, where rows are records without heads: the choice of all of them, and what they are sorted by. */
function DataTableBar({ sortable, selection, sort, onSort }: DataTableBarProps) {
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
