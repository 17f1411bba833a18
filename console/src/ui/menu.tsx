import { Menu as Base } from '@base-ui/react/menu'
import type { LucideIcon } from 'lucide-react'
import { type ReactElement, useId } from 'react'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'
import styles from './menu.module.css'

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

interface MenuProps {
  /** The button that opens it, such as an IconButton with its own label. */
  trigger: ReactElement
  items: readonly MenuItem[]
  align?: 'start' | 'end'
}

export function Menu({ trigger, items, align = 'end' }: MenuProps) {
  return (
    <Base.Root modal={false}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner className={styles.place} align={align} sideOffset={4} collisionPadding={8}>
          <Base.Popup className={styles.menu}>
            {items.map((item, at) =>
              item === 'divider' ? (
                // biome-ignore lint/suspicious/noArrayIndexKey: a divider is nothing but its place
                <Base.Separator key={at} className={styles.divider} />
              ) : (
                <Action key={item.label} {...item} />
              ),
            )}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

function Action({ label, icon, onSelect, removes, reason }: MenuAction) {
  const reasonId = useId()
  return (
    <Base.Item
      disabled={reason !== undefined}
      label={label}
      aria-label={label}
      aria-describedby={reason === undefined ? undefined : reasonId}
      onClick={onSelect}
      className={classNames(styles.item, removes && styles.removes)}
    >
      {icon && <Icon of={icon} className={styles.icon} />}
      <span className={styles.label}>{label}</span>
      {reason !== undefined && (
        <span id={reasonId} className={styles.reason}>
          {reason}
        </span>
      )}
    </Base.Item>
  )
}
