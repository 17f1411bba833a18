import type { ArtifactPreview } from '@podium/contract/calls/run-files.ts'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { countOf, formatNumber } from '../../format/number.ts'
import layout from '../../theme/layout.module.css'
import text from '../../theme/text.module.css'
import { IconButton } from '../../ui/button/icon-button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { TableFrame } from '../../ui/table/table-frame.tsx'
import styles from './cells-table.module.css'

const ROWS = 50

interface CellsTableProps {
  name: string
  table: Omit<Extract<ArtifactPreview, { kind: 'table' }>, 'kind' | 'row_count'>
}

/** Shows the cells of a table file unchanged, in pages of rows. */
export function CellsTable({ name, table }: CellsTableProps) {
  const { columns, column_count, types, rows, more, detail } = table
  const [page, setPage] = useState(0)
  const first = page * ROWS
  const part = rows.slice(first, first + ROWS)
  const numeric = columns.map((_, at) => isNumeric(part, at))
  const pages = Math.max(1, Math.ceil(rows.length / ROWS))
  return (
    <TableFrame
      name={name}
      bare
      wide
      foot={
        <div className={classNames(layout.between, text.note, styles.foot)}>
          <span role="status">
            {rows.length === 0
              ? 'No rows'
              : `Rows ${formatNumber(first + 1)} to ${formatNumber(first + part.length)} of ${more ? 'the first ' : ''}${formatNumber(rows.length)}`}
            ,{' '}
            {column_count > columns.length
              ? `${columns.length} of ${formatNumber(column_count)} columns`
              : countOf(column_count, 'column')}
            {detail && `. ${detail}`}
          </span>
          <span className={layout.row}>
            <IconButton
              icon={ChevronLeft}
              label="Rows before"
              disabledReason={page === 0 ? 'These are the first rows.' : undefined}
              onClick={() => setPage(page - 1)}
            />
            <IconButton
              icon={ChevronRight}
              label="Rows after"
              disabledReason={page >= pages - 1 ? 'These are the last rows that are shown.' : undefined}
              onClick={() => setPage(page + 1)}
            />
          </span>
        </div>
      }
    >
      <thead>
        <tr>
          <th scope="col" className={classNames(text.number, styles.row)}>
            #
          </th>
          {columns.map((column, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place, two may have one name
            <th key={at} scope="col" className={numeric[at] ? text.number : undefined}>
              {column}
              {types && <span className={text.sub}>{types[at]}</span>}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {part.map((cells, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place
          <tr key={first + row}>
            <td className={classNames(text.number, text.muted)}>{formatNumber(first + row + 1)}</td>
            {columns.map((_, at) => (
              <td
                // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its place
                key={at}
                className={classNames(text.cut, numeric[at] && text.number)}
                title={cells[at]}
              >
                {cells[at]}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </TableFrame>
  )
}

function isNumeric(rows: readonly (readonly string[])[], at: number): boolean {
  const cells = rows.map((row) => row[at] ?? '').filter((cell) => cell !== '')
  return cells.length > 0 && cells.every((cell) => Number.isFinite(Number(cell)))
}
