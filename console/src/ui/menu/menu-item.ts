import type { LucideIcon } from 'lucide-react'

export interface MenuAction {
  label: string
  icon?: LucideIcon
  onSelect: () => void
  /** Takes something away: crimson, and last in the menu. */
  removes?: boolean
  /** Why it cannot be done now; shown below the label. */
  reason?: string | undefined
}

export type MenuItem = MenuAction | 'divider'
