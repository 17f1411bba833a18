import { rowSelectionFeature, rowSortingFeature, tableFeatures, useTable } from '@tanstack/react-table'
import { type ReactNode, useMemo } from 'react'
import type { Column, Sort } from './data-table-column.ts'
import { DataTableHead } from './data-table-head.tsx'
import { DataTableRow } from './data-table-row.tsx'
import type { MenuItem } from './menu-item.ts'
import { TableFrame, type TableFrameProps } from './table-frame.tsx'

const features = tableFeatures({ rowSelectionFeature, rowSortingFeature })
const NO_ROWS: never[] = []

export interface DataTableProps<Row extends object> extends Omit<TableFrameProps, 'children'> {
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
  const { columns, rows, rowId, rowName, sort, onSort, selected, onSelect, menu, onOpen, current, ...frame } =
    props
  const definitions = useMemo(
    () =>
      columns.flatMap(sortsOf).map(({ id, header, sortable }) => ({
        id,
        header,
        accessorFn: (row: Row) => row,
        enableSorting: sortable === true,
      })),
    [columns],
  )
  const data = useMemo(() => (rows ? [...rows] : NO_ROWS), [rows])
  const rowSelection = useMemo(
    () => Object.fromEntries((selected ?? []).map((id) => [id, true as const])),
    [selected],
  )
  const table = useTable({
    features,
    columns: definitions,
    data,
    getRowId: rowId,
    state: { rowSelection, sorting: sort ? [sort] : [] },
    manualSorting: true,
    enableMultiSort: false,
    enableSortingRemoval: false,
    sortDescFirst: false,
    enableRowSelection: onSelect !== undefined,
    onSortingChange: (change) => {
      const [first] = typeof change === 'function' ? change(sort ? [sort] : []) : change
      if (first) onSort?.(first)
    },
    onRowSelectionChange: (change) => {
      const next = typeof change === 'function' ? change(rowSelection) : change
      onSelect?.(Object.keys(next))
    },
  })

  const selection = onSelect && {
    all: table.getIsAllRowsSelected(),
    some: table.getIsSomeRowsSelected(),
    toggleAll: (checked: boolean) => table.toggleAllRowsSelected(checked),
  }
  const head: ReactNode = (
    <DataTableHead
      columns={columns}
      selection={selection}
      hasMenu={menu !== undefined}
      sortedBy={(id) => table.getColumn(id)?.getIsSorted() ?? false}
      onToggleSort={(id) => table.getColumn(id)?.toggleSorting()}
    />
  )
  return (
    <TableFrame {...frame} fitted={columns.every(({ width }) => width !== undefined)}>
      {head}
      <tbody>
        {table.getRowModel().rows.map((row) => (
          <DataTableRow
            key={row.id}
            row={row.original}
            name={rowName(row.original)}
            columns={columns}
            current={row.id === current}
            selection={
              onSelect && {
                checked: row.getIsSelected(),
                toggle: (checked: boolean) => row.toggleSelected(checked),
              }
            }
            menu={menu?.(row.original)}
            onOpen={onOpen && (() => onOpen(row.original))}
          />
        ))}
      </tbody>
    </TableFrame>
  )
}

/** What a column is sorted by: itself, and what stands on its second line. */
function sortsOf<Row>({ id, header, sortable, also }: Column<Row>) {
  const own = { id, header, sortable }
  return also ? [own, { ...also, sortable: true }] : [own]
}
