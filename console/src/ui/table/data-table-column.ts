import type { ReactNode } from 'react'

export interface Sort {
  id: string
  desc: boolean
}

export interface Column<Row> {
  /** Also the name it is sorted by. */
  id: string
  header: string
  /** A dash for nothing: no cell is ever empty. */
  cell: (row: Row) => ReactNode
  sortable?: boolean
  /** What stands on the second line of the cell, sorted by a button of its own. */
  also?: { id: string; header: string }
  /** A share of the table, such as '18%': given for every column, the table fits its place whatever it holds. */
  width?: string
  /** Right-aligned, for numbers and durations. */
  numeric?: boolean
  /** Left out below 640 px, where each row becomes a record. */
  hiddenOnPhone?: boolean
}
