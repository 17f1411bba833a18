import { Menu as Base } from '@base-ui/react/menu'
import { type LucideIcon, Trash2 } from 'lucide-react'
import { useId, useRef } from 'react'
import text from '../../theme/text.module.css'
import { classNames } from '../class-names.ts'
import { Icon } from '../drawing/icon.tsx'
import { showGuards } from './focus-guards.ts'
import styles from './menu.module.css'

interface MenuPopupProps {
  open: boolean
  onClose: () => void
  /** The button that positions the menu and gets the focus back. */
  anchor: HTMLElement
  items: readonly MenuItem[]
  align: 'start' | 'end'
}

export function MenuPopup({ open, onClose, anchor, items, align }: MenuPopupProps) {
  // Runs once the focus is back on the button, so that a dialog it opens returns the focus there.
  const chosen = useRef<() => void>(undefined)
  return (
    <span className={styles.guards} ref={showGuards}>
      <Base.Root
        modal={false}
        open={open}
        onOpenChangeComplete={(isOpen) => {
          if (isOpen) return
          chosen.current?.()
          chosen.current = undefined
        }}
        onOpenChange={(isOpen, { reason, event }) => {
          // A press on the button is handled by the button, which closes its menu.
          const isOnAnchor = reason === 'outside-press' && event.composedPath().includes(anchor)
          if (!isOpen && !isOnAnchor) onClose()
        }}
      >
        <Base.Portal ref={showGuards} container={anchor.closest<HTMLElement>('main, header, aside')}>
          <Base.Positioner
            className={styles.positioner}
            anchor={anchor}
            align={align}
            sideOffset={4}
            collisionPadding={8}
          >
            <Base.Popup
              className={styles.menu}
              aria-label={anchor.getAttribute('aria-label') ?? anchor.textContent}
              finalFocus={() => anchor}
            >
              {items.map((item, at) => {
                // biome-ignore lint/suspicious/noArrayIndexKey: a divider is nothing but its place
                if (item === 'divider') return <Base.Separator key={at} className={styles.divider} />
                const key = `${item.label} ${item.note}`
                return <Action key={key} {...item} onSelect={() => (chosen.current = item.onSelect)} />
              })}
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
    </span>
  )
}

function Action({
  label,
  removes,
  icon = removes ? Trash2 : undefined,
  onSelect,
  current,
  disabledReason,
  note = disabledReason,
}: MenuAction) {
  const noteId = useId()
  return (
    <Base.Item
      disabled={disabledReason !== undefined}
      label={label}
      aria-label={label}
      aria-describedby={note === undefined ? undefined : noteId}
      aria-current={current || undefined}
      onClick={onSelect}
      className={classNames(styles.item, removes && styles.removes)}
    >
      {icon && <Icon of={icon} />}
      <span>{label}</span>
      {note !== undefined && (
        <span id={noteId} className={text.note}>
          {note}
        </span>
      )}
    </Base.Item>
  )
}

export interface MenuAction {
  label: string
  icon?: LucideIcon
  onSelect: () => void
  /** Deletes something: shown in crimson, with a bin unless it has another icon, and last in the menu. */
  removes?: boolean
  /** Text below the label that tells it apart from items with the same label. */
  note?: string
  /** The item is shown already. */
  current?: boolean
  /** Why it cannot be used now, shown below the label. */
  disabledReason?: string | undefined
}

export type MenuItem = MenuAction | 'divider'
