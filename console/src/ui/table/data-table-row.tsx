import { Ellipsis } from 'lucide-react'
import type { MouseEvent } from 'react'
import { IconButton } from '../button/icon-button.tsx'
import { classNames } from '../class-names.ts'
import { SelectBox } from '../form/select-box.tsx'
import { Menu } from '../menu/menu.tsx'
import type { MenuItem } from '../menu/menu-item.ts'
import type { Column } from './data-table-column.ts'
import styles from './table.module.css'

interface DataTableRowProps<Row> {
  row: Row
  name: string
  columns: readonly Column<Row>[]
  current: boolean
  selection: { checked: boolean; toggle: (checked: boolean) => void } | undefined
  menu: readonly MenuItem[] | undefined
  onOpen?: (() => void) | undefined
}

export function DataTableRow<Row>(props: DataTableRowProps<Row>) {
  const { row, name, columns, current, selection, menu, onOpen } = props
  return (
    // By keyboard the link in the row's name does the same.
    <tr
      aria-current={current || undefined}
      className={classNames((selection?.checked || current) && styles.selected, onOpen && styles.opens)}
      onClick={onOpen && ((event) => isOnTheRow(event) && onOpen())}
    >
      {selection && (
        <td className={styles.boxCell}>
          <SelectBox label={`Select ${name}`} checked={selection.checked} onChange={selection.toggle} />
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
          <Menu trigger={<IconButton icon={Ellipsis} label={`More for ${name}`} />} items={menu} />
        </td>
      )}
    </tr>
  )
}

/** A press on the row itself: not on what can be pressed in it, nor at the end of marking text. */
function isOnTheRow({ target, currentTarget }: MouseEvent<HTMLElement>): boolean {
  const inside = target instanceof Element ? target : currentTarget
  // A menu opened from the row stands elsewhere in the page, yet its presses arrive here too.
  if (!currentTarget.contains(inside) || inside.closest('a, button, input, label')) return false
  return window.getSelection()?.isCollapsed !== false
}
