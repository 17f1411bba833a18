import { Menu as Base } from '@base-ui/react/menu'
import type { LucideIcon } from 'lucide-react'
import { useId, useRef } from 'react'
import text from '../../theme/text.module.css'
import { classNames } from '../class-names.ts'
import { Icon } from '../drawing/icon.tsx'
import { showGuards } from './focus-guards.ts'
import styles from './menu.module.css'

interface MenuPopupProps {
  open: boolean
  onClose: () => void
  /** The button it hangs from and gives the focus back to. */
  anchor: HTMLElement
  items: readonly MenuItem[]
  align: 'start' | 'end'
}

export function MenuPopup({ open, onClose, anchor, items, align }: MenuPopupProps) {
  // Runs only after the focus is back on the button: a dialog that it opens takes the focus from there.
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
          // A press on the button is the button's own to answer: it closes what it opened.
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
  icon,
  onSelect,
  removes,
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
  /** Takes something away: crimson, and last in the menu. */
  removes?: boolean
  /** What tells it from others that are called alike; shown below the label. */
  note?: string
  /** It is what is shown already. */
  current?: boolean
  /** Why it cannot be done now; shown below the label. */
  disabledReason?: string | undefined
}

export type MenuItem = MenuAction | 'divider'
