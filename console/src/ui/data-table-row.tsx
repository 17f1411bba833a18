import { Ellipsis } from 'lucide-react'
import { classNames } from './class-names.ts'
import type { Column } from './data-table-column.ts'
import { IconButton } from './icon-button.tsx'
import { Menu } from './menu.tsx'
import type { MenuItem } from './menu-item.ts'
import { SelectBox } from './select-box.tsx'
import styles from './table.module.css'

interface DataTableRowProps<Row> {
  row: Row
  name: string
  columns: readonly Column<Row>[]
  current: boolean
  selection: { checked: boolean; toggle: (checked: boolean) => void } | undefined
  menu: readonly MenuItem[] | undefined
}

export function DataTableRow<Row>({ row, name, columns, current, selection, menu }: DataTableRowProps<Row>) {
  return (
    <tr
      aria-current={current || undefined}
      className={classNames((selection?.checked || current) && styles.selected)}
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
