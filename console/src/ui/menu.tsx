import { cloneElement, lazy, type MouseEvent, type ReactElement, Suspense, useState } from 'react'
import type { MenuItem } from './menu-item.ts'

interface TriggerProps {
  'aria-haspopup'?: 'menu'
  'aria-expanded'?: boolean
  onPointerEnter?: () => void
  onFocus?: () => void
  onClick?: (event: MouseEvent<HTMLElement>) => void
}

interface MenuProps {
  /** The button that opens it, such as an IconButton with its own label. */
  trigger: ReactElement<TriggerProps>
  items: readonly MenuItem[]
  align?: 'start' | 'end'
}

async function loadPopup() {
  return { default: (await import('./menu-popup.tsx')).MenuPopup }
}
const MenuPopup = lazy(loadPopup)

/** A menu at a button. Its popup is fetched when somebody comes near, so that lists load without it. */
export function Menu({ trigger, items, align = 'end' }: MenuProps) {
  const [anchor, setAnchor] = useState<Element>()
  const [isOpen, setOpen] = useState(false)

  const button = cloneElement(trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': isOpen,
    onPointerEnter: loadPopup,
    onFocus: loadPopup,
    onClick: (event) => {
      setAnchor(event.currentTarget)
      setOpen(!isOpen)
    },
  })
  return (
    <>
      {button}
      {anchor && (
        <Suspense>
          <MenuPopup
            open={isOpen}
            onClose={() => setOpen(false)}
            anchor={anchor}
            items={items}
            align={align}
          />
        </Suspense>
      )}
    </>
  )
}
