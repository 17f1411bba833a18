import { type ComponentProps, cloneElement, type ReactElement, useState } from 'react'
import { lazyDialog } from '../lazy/lazy.tsx'
import type { MenuItem } from './menu-popup.tsx'

interface MenuProps {
  /** The button that opens it, such as an IconButton with its own label. */
  trigger: ReactElement<ComponentProps<'button'>>
  items: readonly MenuItem[]
  align?: 'start' | 'end'
}

const loadPopup = async () => (await import('./menu-popup.tsx')).MenuPopup
const MenuPopup = lazyDialog(loadPopup)
const fetchAhead = () => void loadPopup().catch(() => {})

/** A menu with its button. Its code is fetched when the button is hovered or focused, so that lists load without it. */
export function Menu({ trigger, items, align = 'end' }: MenuProps) {
  const [anchor, setAnchor] = useState<HTMLElement>()
  const [isOpen, setOpen] = useState(false)

  const button = cloneElement(trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': isOpen,
    onPointerEnter: fetchAhead,
    onFocus: fetchAhead,
    onClick: (event) => {
      setAnchor(event.currentTarget)
      setOpen(!isOpen)
    },
  })
  return (
    <>
      {button}
      {anchor && (
        <MenuPopup open={isOpen} onClose={() => setOpen(false)} anchor={anchor} items={items} align={align} />
      )}
    </>
  )
}
