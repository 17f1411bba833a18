import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import styles from './tooltip.module.css'

interface TooltipBoxProps {
  anchor: Element
  onStay: () => void
  onLeave: () => void
  children: ReactNode
}

const GAP = 8
const EDGE = 8

export function TooltipBox({ anchor, onStay, onLeave, children }: TooltipBoxProps) {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (box.current) placeBeside(anchor, box.current)
  }, [anchor])
  return createPortal(
    <div ref={box} role="tooltip" className={styles.box} onPointerEnter={onStay} onPointerLeave={onLeave}>
      {children}
    </div>,
    document.body,
  )
}

/** Below the anchor, above it when there is no room, and never over the edge of the window. */
function placeBeside(anchor: Element, box: HTMLElement): void {
  const at = anchor.getBoundingClientRect()
  const size = box.getBoundingClientRect()
  const roomRight = window.innerWidth - size.width - EDGE
  const left = Math.max(EDGE, Math.min(at.left + at.width / 2 - 20, roomRight))
  const below = at.bottom + GAP
  const above = at.top - GAP - size.height
  const isAbove = below + size.height > window.innerHeight - EDGE && above > EDGE
  box.style.left = `${left}px`
  box.style.top = `${isAbove ? above : below}px`
  box.dataset.side = isAbove ? 'above' : 'below'
  box.style.setProperty('--tip-x', `${Math.max(8, at.left + at.width / 2 - left - 4)}px`)
}
