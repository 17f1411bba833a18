import { Ellipsis } from 'lucide-react'
import { IconButton } from '../../../ui/button/icon-button.tsx'
import { Menu } from '../../../ui/menu/menu.tsx'
import type { MenuItem } from '../../../ui/menu/menu-popup.tsx'
import table from '../../../ui/table/table.module.css'

/** The last cell of a row of the tree: what can be done with what the row shows. */
export function MenuCell({ name, items }: { name: string; items: readonly MenuItem[] }) {
  return (
    <td className={table.menuCell}>
      <Menu trigger={<IconButton icon={Ellipsis} label={`More for ${name}`} />} items={items} />
    </td>
  )
}
