import {
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { classNames } from '../class-names.ts'
import { TooltipBox } from './tooltip-box.tsx'

const LEAVE_MS = 120

interface Trigger {
  'aria-describedby'?: string | undefined
  onPointerEnter?: (event: PointerEvent) => void
  onPointerLeave?: () => void
  onFocus?: (event: FocusEvent) => void
  onBlur?: () => void
  onKeyDown?: (event: KeyboardEvent) => void
}

/**
 * A tooltip for one control: spread `trigger` on the control and render `tooltip` beside it.
 * The text describes the control even while the tooltip is closed. Escape closes it, and the pointer
 * may move onto it. Without a text both are empty. No positioning library: buttons of the login use it.
 */
export function useTooltip(text: ReactNode, describedBy?: string): { trigger: Trigger; tooltip: ReactNode } {
  const id = useId()
  const [anchor, setAnchor] = useState<Element | null>(null)
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(leaving.current), [])

  if (text === undefined || text === null) return { trigger: {}, tooltip: null }

  function stay() {
    clearTimeout(leaving.current)
  }
  function openAt(element: Element) {
    stay()
    setAnchor(element)
  }
  function leave() {
    stay()
    leaving.current = setTimeout(() => setAnchor(null), LEAVE_MS)
  }

  return {
    trigger: {
      'aria-describedby': classNames(describedBy, id),
      onPointerEnter: (event) => openAt(event.currentTarget),
      onPointerLeave: leave,
      onFocus: (event) => {
        // Not when a closing dialog gives the focus back to a control that was pressed by mouse.
        if (event.currentTarget.matches(':focus-visible')) openAt(event.currentTarget)
      },
      onBlur: () => setAnchor(null),
      onKeyDown: (event) => {
        if (event.key !== 'Escape' || anchor === null) return
        // The first Escape closes the tooltip only, not the dialog around it.
        event.stopPropagation()
        setAnchor(null)
      },
    },
    tooltip: (
      <>
        <span id={id} hidden>
          {text}
        </span>
        {anchor && (
          <TooltipBox anchor={anchor} onStay={stay} onLeave={leave}>
            {text}
          </TooltipBox>
        )}
      </>
    ),
  }
}
