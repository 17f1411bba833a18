import type { Column } from './data-table-column.ts'
import { DataTableHead } from './data-table-head.tsx'
import { DataTableRow } from './data-table-row.tsx'
import { TableFrame, type TableFrameProps } from './table-frame.tsx'

interface PlainTableProps<Row> extends Omit<TableFrameProps, 'children'> {
  columns: readonly Column<Row>[]
  rows: readonly Row[] | undefined
  rowId: (row: Row) => string
  /** What the row is called to those who hear it. */
  rowName: (row: Row) => string
}

/** Rows as they come, for cards: nothing is sorted, selected or done here, so the table's own state library stays away. */
export function PlainTable<Row>({ columns, rows, rowId, rowName, ...frame }: PlainTableProps<Row>) {
  return (
    <TableFrame {...frame}>
      <DataTableHead
        columns={columns}
        selection={undefined}
        hasMenu={false}
        sortedBy={() => false}
        onToggleSort={() => {}}
      />
      <tbody>
        {rows?.map((row) => (
          <DataTableRow
            key={rowId(row)}
            row={row}
            name={rowName(row)}
            columns={columns}
            current={false}
            selection={undefined}
            menu={undefined}
          />
        ))}
      </tbody>
    </TableFrame>
  )
}
