import { Suspense } from 'react'
import type { SelectOption } from '../form/select.tsx'
import { latePart } from '../lazy/late-part.tsx'
import type { MenuItem } from '../menu/menu-item.ts'
import { useIsPhone } from '../use-is-phone.ts'
import type { Column, Sort } from './data-table-column.ts'
import { DataTableHead } from './data-table-head.tsx'
import { DataTableRow } from './data-table-row.tsx'
import { TableFrame, type TableFrameProps } from './table-frame.tsx'

// A desk has heads, and never loads it.
const DataTableBar = latePart(async () => (await import('./data-table-bar.tsx')).DataTableBar)

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
  /** Whose row is marked while its panel stands beside the list. */
  current?: string | undefined
}

/** A list of the server: sorted and paged there, selected here. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { columns, rows = [], rowId, rowName, sort, onSort, selected = [], onSelect, menu, onOpen } = props
  const { current, name, compact, tall, bare, stale, instead, foot } = props
  const isPhone = useIsPhone()
  const ids = rows.map(rowId)
  const chosen = ids.filter((id) => selected.includes(id))
  const isAll = ids.length > 0 && chosen.length === ids.length

  /** The same column again is the other direction. */
  function toggleSort(id: string) {
    onSort?.({ id, desc: sort?.id === id && !sort.desc })
  }

  /** Whoever is selected on another page stays so. */
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
      {...{ name, compact, tall, bare, stale, instead, foot }}
      bar={
        isPhone &&
        rows.length > 0 && (
          <Suspense>
            <DataTableBar {...{ sortable: sortableOf(columns), selection, sort, onSort }} />
          </Suspense>
        )
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
