import { ArrowDown, ArrowUp, Ellipsis } from 'lucide-react'
import { Fragment, type MouseEvent } from 'react'
import layout from '../../theme/layout.module.css'
import text from '../../theme/text.module.css'
import { IconButton } from '../button/icon-button.tsx'
import { classNames } from '../class-names.ts'
import { Checkbox, SelectBox } from '../form/checkbox.tsx'
import { Select } from '../form/select.tsx'
import { Menu } from '../menu/menu.tsx'
import type { MenuItem } from '../menu/menu-popup.tsx'
import { useIsPhone } from '../use-is-phone.ts'
import styles from './table.module.css'
import bars from './table-bars.module.css'
import { TableFrame, type TableFrameProps } from './table-frame.tsx'
import { type Column, type Sort, SortButton } from './table-rows.tsx'

export interface DataTableProps<Row extends object>
  extends Omit<TableFrameProps, 'bar' | 'fitted' | 'children'> {
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

/** Rows that a checkbox stands for: whether all of them, or some, are selected. */
interface Selection {
  all: boolean
  some: boolean
  select: (checked: boolean) => void
}

/** A list of the server: sorted and paged there, selected here. */
export function DataTable<Row extends object>(table: DataTableProps<Row>) {
  const { columns, rows = [], rowId, sort, onSort, selected = [], onSelect } = table
  const { name, tall, bare, stale, placeholder, foot } = table
  const isPhone = useIsPhone()

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
      <Head table={table} selection={selection} isHidden={isPhone} />
      <tbody>
        {rows.map((row) => (
          <TableRow key={rowId(row)} row={row} table={table} selection={selectionOf([rowId(row)])} />
        ))}
      </tbody>
    </TableFrame>
  )
}

interface HeadProps<Row extends object> {
  table: DataTableProps<Row>
  selection: Selection | undefined
  /** Heads that are heard and not seen: nothing in them may take the focus. */
  isHidden: boolean
}

function Head<Row extends object>({ table, selection, isHidden }: HeadProps<Row>) {
  const { columns, menu, sort, onSort } = table
  const direction = sort?.desc ? 'desc' : 'asc'
  return (
    <thead className={classNames(isHidden && text.hidden)}>
      <tr>
        {selection && (
          <th scope="col" className={styles.boxCell}>
            {isHidden ? (
              'Select'
            ) : (
              <SelectBox
                label="Select all on this page"
                checked={selection.all}
                some={selection.some}
                onChange={selection.select}
              />
            )}
          </th>
        )}
        {columns.map((column) => {
          const sorts = sortsOf(column)
          const isSorted = sorts.some(({ id }) => id === sort?.id)
          return (
            <th
              key={column.id}
              scope="col"
              aria-sort={isSorted ? DIRECTIONS[direction] : undefined}
              className={classNames(column.numeric && styles.numeric)}
              style={column.width ? { width: column.width } : undefined}
            >
              {isHidden || sorts.length === 0
                ? column.header
                : sorts.map(({ id, header }, at) => (
                    <Fragment key={id}>
                      {at > 0 && <span className={styles.between}>/</span>}
                      <SortButton
                        sorted={id === sort?.id && direction}
                        // The same column again is the other direction.
                        onToggle={() => onSort?.({ id, desc: id === sort?.id && !sort.desc })}
                      >
                        {header}
                      </SortButton>
                    </Fragment>
                  ))}
            </th>
          )
        })}
        {menu && (
          <th scope="col" className={styles.menuCell}>
            <span className={text.hidden}>Actions</span>
          </th>
        )}
      </tr>
    </thead>
  )
}

const DIRECTIONS = { asc: 'ascending', desc: 'descending' } as const

/** What the rows can be sorted by in a column. */
function sortsOf<Row>({ id, header, sortable, also }: Column<Row>): { id: string; header: string }[] {
  return sortable ? [{ id, header }, ...(also ? [also] : [])] : []
}

interface TableRowProps<Row extends object> {
  row: Row
  table: DataTableProps<Row>
  selection: Selection | undefined
}

function TableRow<Row extends object>({ row, table, selection }: TableRowProps<Row>) {
  const { columns, rowId, rowName, menu, onOpen, current } = table
  const isCurrent = rowId(row) === current
  return (
    // By keyboard the link in the row's name does the same.
    <tr
      aria-current={isCurrent || undefined}
      className={classNames((selection?.all || isCurrent) && styles.selected, onOpen && styles.opens)}
      onClick={(event) => isOnTheRow(event) && onOpen?.(row)}
    >
      {selection && (
        <td className={styles.boxCell}>
          <SelectBox label={`Select ${rowName(row)}`} checked={selection.all} onChange={selection.select} />
        </td>
      )}
      {columns.map((column, at) => (
        <td
          key={column.id}
          data-label={column.header}
          className={classNames(
            at === 0 && styles.nameCell,
            column.numeric && styles.numeric,
            column.hiddenOnPhone && styles.hiddenOnPhone,
          )}
        >
          {column.cell(row)}
        </td>
      ))}
      {menu && (
        <td className={styles.menuCell}>
          <Menu
            trigger={<IconButton icon={Ellipsis} label={`More for ${rowName(row)}`} />}
            items={menu(row)}
          />
        </td>
      )}
    </tr>
  )
}

/** A press on the row itself: not on what can be pressed in it, nor at the end of marking text. */
function isOnTheRow({ target, currentTarget }: MouseEvent<HTMLElement>): boolean {
  const inside = target instanceof Element ? target : currentTarget
  // The menu of a row is elsewhere in the page, yet React hands its presses on to the row.
  if (!currentTarget.contains(inside) || inside.closest('a, button, input, label')) return false
  return window.getSelection()?.isCollapsed !== false
}

interface PhoneBarProps<Row extends object> extends Pick<DataTableProps<Row>, 'columns' | 'sort' | 'onSort'> {
  selection: Selection | undefined
}

/** On a phone, where rows are records without heads: the choice of all of them, and what they are sorted by. */
function PhoneBar<Row extends object>({ columns, selection, sort, onSort }: PhoneBarProps<Row>) {
  const sorts = columns.flatMap(sortsOf).map(({ id, header }) => ({ value: id, label: header }))
  const isSortable = onSort !== undefined && sorts.length > 0
  if (!selection && !isSortable) return null
  return (
    <div className={classNames(text.muted, text.small, bars.bar, bars.phoneBar)}>
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
            className={bars.choice}
            options={sorts}
            {...(!sort && { placeholder: 'as it came' })}
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
