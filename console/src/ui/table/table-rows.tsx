import { ArrowDown, ArrowUp, ChevronRight } from 'lucide-react'
import type { MouseEvent, ReactNode } from 'react'
import { NOTHING } from '../../format/nothing.ts'
import text from '../../theme/text.module.css'
import { classNames } from '../class-names.ts'
import { Icon } from '../drawing/icon.tsx'
import { SelectBox } from '../form/checkbox.tsx'
import type { MenuItem } from '../menu/menu-popup.tsx'
import { MoreMenu } from '../menu/more-menu.tsx'
import styles from './table.module.css'

interface TwistButtonProps {
  open: boolean
  /** What it opens: 'Runs of line-3'. */
  label: string
  onToggle: () => void
}

/** Opens and closes the rows that belong to a row. */
export function TwistButton({ open, label, onToggle }: TwistButtonProps) {
  return (
    <button type="button" aria-expanded={open} aria-label={label} className={styles.twist} onClick={onToggle}>
      <Icon of={ChevronRight} />
    </button>
  )
}

export interface Sort {
  id: string
  desc: boolean
}

export interface Column<Row> {
  /** Also the name it is sorted by. */
  id: string
  header: string
  /** A dash for nothing: no cell is ever empty. */
  cell: (row: Row, isPhone: boolean) => ReactNode
  sortable?: boolean
  /** What the second line of the cell of a sortable column shows: the second line of the head sorts by it. */
  also?: { id: string; header: string }
  /** A share of the table, such as '18%', or 'auto' for what is left: given for every column, the table fits its place whatever it holds. */
  width?: string
  /** Right-aligned, for numbers and durations. */
  numeric?: boolean
  /** Left out from 640 to 1,199 px, where the columns beside it would be cut. */
  onlyWide?: boolean
  /**
   * Below 640 px each row becomes a record, and a fact with its head takes half a line. Other ways: left out; the whole line;
   * and without the head at the end of the name's line, on a line of its own, or beside the other facts.
   */
  onPhone?: 'hidden' | 'whole' | 'title' | 'line' | 'beside'
}

/** Rows that can be selected: all of those that a checkbox stands for, or some. */
export interface Selection {
  all: boolean
  some: boolean
  select: (checked: boolean) => void
}

interface DataTableHeadProps<Row> {
  columns: readonly Column<Row>[]
  /** Heads that are heard and not seen: nothing in them may take the focus. */
  isHidden: boolean
  selection: Selection | undefined
  hasMenu: boolean
  sort: Sort | undefined
  onSort: (column: string) => void
}

export function DataTableHead<Row>(props: DataTableHeadProps<Row>) {
  const { columns, isHidden, selection, hasMenu, sort, onSort } = props
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
              className={classNames(column.numeric && styles.numeric, column.onlyWide && styles.onlyWide)}
              style={column.width ? { width: column.width } : undefined}
            >
              {isHidden || sorts.length === 0
                ? column.header
                : sorts.map(({ id, header }) => (
                    <SortButton key={id} sorted={id === sort?.id && direction} onToggle={() => onSort(id)}>
                      {header}
                    </SortButton>
                  ))}
            </th>
          )
        })}
        {hasMenu && (
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
export function sortsOf<Row>({ id, header, sortable, also }: Column<Row>): { id: string; header: string }[] {
  return sortable ? [{ id, header }, ...(also ? [also] : [])] : []
}

interface DataTableRowProps<Row> {
  row: Row
  name: string
  columns: readonly Column<Row>[]
  current: boolean
  selection: Selection | undefined
  menu: readonly MenuItem[] | undefined
  onOpen: ((row: Row) => void) | undefined
  isPhone: boolean
}

export function DataTableRow<Row>(props: DataTableRowProps<Row>) {
  const { row, name, columns, current, selection, menu, onOpen, isPhone } = props
  return (
    // By keyboard the link in the row's name does the same.
    <tr
      aria-current={current || undefined}
      className={classNames((selection?.all || current) && styles.selected, onOpen && styles.opens)}
      onClick={(event) => isOnTheRow(event) && onOpen?.(row)}
    >
      {selection && (
        <td className={styles.boxCell}>
          <SelectBox label={`Select ${name}`} checked={selection.all} onChange={selection.select} />
        </td>
      )}
      {columns.map((column, at) => {
        const { onPhone } = column
        const isBare = onPhone === 'title' || onPhone === 'line' || onPhone === 'beside'
        const content = column.cell(row, isPhone)
        return (
          <td
            key={column.id}
            data-label={column.header}
            className={classNames(
              at === 0 && styles.nameCell,
              column.numeric && styles.numeric,
              column.onlyWide && styles.onlyWide,
              // Without its head a dash tells nothing.
              (onPhone === 'hidden' || (isBare && content === NOTHING)) && styles.hiddenOnPhone,
              isBare && styles.bareOnPhone,
              (onPhone === 'line' || onPhone === 'whole') && styles.lineOnPhone,
              onPhone === 'title' && styles.titleOnPhone,
            )}
          >
            {content}
          </td>
        )
      })}
      {menu && (
        <td className={styles.menuCell}>
          <MoreMenu label={`More for ${name}`} items={menu} />
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

interface SortButtonProps {
  sorted: 'asc' | 'desc' | false
  onToggle: () => void
  children: string
}

/** The head of a column that can be sorted; the th around it tells the direction by aria-sort. */
export function SortButton({ sorted, onToggle, children }: SortButtonProps) {
  return (
    <button type="button" className={classNames(styles.sort, sorted && styles.sorted)} onClick={onToggle}>
      {children}
      {sorted && <Icon of={sorted === 'asc' ? ArrowUp : ArrowDown} size={12} />}
    </button>
  )
}

/** The name of a row: ink, not orange, for a page of links must not outshout its one button. */
export function RowName({ children, sub }: { children: ReactNode; sub?: ReactNode }) {
  return (
    <>
      <span className={classNames(text.line, text.strong, styles.name)}>{children}</span>
      {sub !== undefined && (
        <span className={classNames(text.sub, styles.sub)} title={typeof sub === 'string' ? sub : undefined}>
          {sub}
        </span>
      )}
    </>
  )
}
