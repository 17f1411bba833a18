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
  /** Names the rows that it opens: 'Runs of line-3'. */
  label: string
  onToggle: () => void
}

/** Shows and hides the child rows of a row. */
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
  /** Also the name by which it is sorted. */
  id: string
  header: string
  /** Returns a dash instead of an empty cell. */
  cell: (row: Row, isPhone: boolean) => ReactNode
  sortable?: boolean
  /** The second line of the cell; the second line of the header sorts by it. */
  also?: { id: string; header: string }
  /** A share of the table such as '18%', or 'auto' for the rest. If every column has one, the table fits. */
  width?: string
  /** Right-aligned, for numbers and durations. */
  numeric?: boolean
  /** Hidden from 640 to 1,199 px, where the columns beside it would be cut. */
  onlyWide?: boolean
  /**
   * Below 640 px each row is a record, and a fact with its header takes half a line. Other values: hidden; the whole
   * line; and without the header at the end of the name's line, on its own line, or beside the other facts.
   */
  onPhone?: 'hidden' | 'whole' | 'title' | 'line' | 'beside'
}

/** The selection of the rows that a checkbox stands for: all, or some. */
export interface Selection {
  all: boolean
  some: boolean
  select: (checked: boolean) => void
}

interface DataTableHeadProps<Row> {
  columns: readonly Column<Row>[]
  /** Headers are for screen readers only, and nothing in them may be focused. */
  isHidden: boolean
  selection?: Selection | undefined
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

/** Returns the columns by which a column can be sorted. */
export function sortsOf<Row>({ id, header, sortable, also }: Column<Row>): { id: string; header: string }[] {
  return sortable ? [{ id, header }, ...(also ? [also] : [])] : []
}

interface DataTableRowProps<Row> {
  row: Row
  name: string
  columns: readonly Column<Row>[]
  current?: boolean
  selection?: Selection | undefined
  menu: readonly MenuItem[] | undefined
  onOpen?: ((row: Row) => void) | undefined
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
              // A dash without its header says nothing.
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

/** True for a press on the row itself: not on a control in it, nor at the end of a text selection. */
function isOnTheRow({ target, currentTarget }: MouseEvent<HTMLElement>): boolean {
  const inside = target instanceof Element ? target : currentTarget
  // A row's menu is rendered elsewhere, but React bubbles its presses to the row.
  if (!currentTarget.contains(inside) || inside.closest('a, button, input, label')) return false
  return window.getSelection()?.isCollapsed !== false
}

interface SortButtonProps {
  sorted: 'asc' | 'desc' | false
  onToggle: () => void
  children: string
}

/** The header of a sortable column; the th around it names the direction by aria-sort. */
export function SortButton({ sorted, onToggle, children }: SortButtonProps) {
  return (
    <button type="button" className={classNames(styles.sort, sorted && styles.sorted)} onClick={onToggle}>
      {children}
      {sorted && <Icon of={sorted === 'asc' ? ArrowUp : ArrowDown} size={12} />}
    </button>
  )
}

/** The name of a row. Not in the link colour, because many links must not compete with the main button. */
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
