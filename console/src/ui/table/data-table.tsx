import { ArrowDown, ArrowUp } from 'lucide-react'
import { useDeferredValue } from 'react'
import layout from '../../theme/layout.module.css'
import text from '../../theme/text.module.css'
import { IconButton } from '../button/icon-button.tsx'
import { classNames } from '../class-names.ts'
import { Checkbox } from '../form/checkbox.tsx'
import { Select } from '../form/select.tsx'
import type { MenuItem } from '../menu/menu-popup.tsx'
import { useIsPhone } from '../use-is-phone.ts'
import styles from './table-bars.module.css'
import { TableFrame, type TableFrameProps } from './table-frame.tsx'
import {
  type Column,
  DataTableHead,
  DataTableRow,
  type Selection,
  type Sort,
  sortsOf,
} from './table-rows.tsx'

export interface DataTableProps<Row extends object>
  extends Omit<TableFrameProps, 'bar' | 'fitted' | 'children'> {
  columns: readonly Column<Row>[]
  /** One page of rows, sorted and paged by the server. */
  rows: readonly Row[] | undefined
  rowId: (row: Row) => string
  /** Names the row for its checkbox and menu. */
  rowName: (row: Row) => string
  sort?: Sort | undefined
  onSort?: (sort: Sort) => void
  /** The ids of the selected rows, including rows of other pages. Without it, nothing can be selected. */
  selected?: readonly string[]
  onSelect?: (ids: string[]) => void
  menu?: (row: Row) => readonly MenuItem[]
  /** Called for a press anywhere on the row; by keyboard, the link in its name does the same. */
  onOpen?: (row: Row) => void
  /** The id of the row whose panel is open beside the list. */
  current?: string | undefined
}

/** The number of rows on a usual screen, by row height. */
const ON_SCREEN = { tall: 13, low: 17 }

/** A list that the server sorts and pages, with selection. Rows below the screen are rendered after visible ones. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { columns, rows = [], rowId, rowName, sort, onSort, selected = [], onSelect, menu, onOpen } = props
  const { current, name, tall, bare, stale, placeholder, foot } = props
  const isPhone = useIsPhone()
  const isSeen = useDeferredValue(true, false)
  const drawn = isSeen ? rows : rows.slice(0, tall ? ON_SCREEN.tall : ON_SCREEN.low)
  const below = rows.length - drawn.length

  /** Rows of other pages stay selected. */
  function selectionOf(ids: readonly string[]): Selection | undefined {
    if (!onSelect) return undefined
    const others = selected.filter((id) => !ids.includes(id))
    const chosen = ids.filter((id) => selected.includes(id))
    return {
      all: chosen.length > 0 && chosen.length === ids.length,
      some: chosen.length > 0,
      select: (checked) => onSelect(checked ? [...others, ...ids] : others),
    }
  }

  const selection = selectionOf(rows.map(rowId))
  return (
    <TableFrame
      {...{ name, tall, bare, stale, placeholder, foot }}
      bar={isPhone && rows.length > 0 && <PhoneBar {...{ columns, selection, sort, onSort }} />}
      fitted={columns.every(({ width }) => width !== undefined)}
    >
      <DataTableHead
        columns={columns}
        isHidden={isPhone}
        selection={selection}
        hasMenu={menu !== undefined}
        sort={sort}
        // A second press on the column reverses the order.
        onSort={(id) => onSort?.({ id, desc: sort?.id === id && !sort.desc })}
      />
      <tbody>
        {drawn.map((row) => (
          <DataTableRow
            key={rowId(row)}
            row={row}
            name={rowName(row)}
            columns={columns}
            current={rowId(row) === current}
            selection={selectionOf([rowId(row)])}
            menu={menu?.(row)}
            onOpen={onOpen}
            isPhone={isPhone}
          />
        ))}
        {below > 0 && <tr style={{ height: `calc(${below} * var(--cell))` }} />}
      </tbody>
    </TableFrame>
  )
}

interface PhoneBarProps<Row extends object> extends Pick<DataTableProps<Row>, 'columns' | 'sort' | 'onSort'> {
  selection: Selection | undefined
}

/** The selection and sorting of a phone's records, which have no headers. */
export function PhoneBar<Row extends object>({ columns, selection, sort, onSort }: PhoneBarProps<Row>) {
  const sorts = columns.flatMap(sortsOf).map(({ id, header }) => ({ value: id, label: header }))
  const isSortable = onSort !== undefined && sorts.length > 0
  if (!selection && !isSortable) return null
  return (
    <div className={classNames(text.muted, text.small, styles.bar, styles.phoneBar)}>
      {selection && (
        <Checkbox
          label="Select all"
          ref={(box) => {
            if (box) box.indeterminate = selection.some && !selection.all
          }}
          checked={selection.all}
          onChange={(event) => selection.select(event.currentTarget.checked)}
        />
      )}
      {isSortable && (
        <div className={classNames(layout.row, layout.end)}>
          <span aria-hidden="true">Sort</span>
          <Select
            aria-label="Sort by"
            className={styles.choice}
            options={sorts}
            {...(!sort && { placeholder: 'unsorted' })}
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
