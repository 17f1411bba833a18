import { Ellipsis } from 'lucide-react'
import { IconButton } from '../button/icon-button.tsx'
import { Menu } from './menu.tsx'
import type { MenuItem } from './menu-popup.tsx'

interface MoreMenuProps {
  /** the label of its button: 'More for ops-1' */
  label: string
  outline?: boolean
  items: readonly MenuItem[]
}

/** Further actions, behind three dots. */
export function MoreMenu({ label, outline = false, items }: MoreMenuProps) {
  return <Menu trigger={<IconButton icon={Ellipsis} label={label} outline={outline} />} items={items} />
}
