import { CircleQuestionMark } from 'lucide-react'
import {
  type HTMLAttributes,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { createPortal } from 'react-dom'
import { classNames } from '../class-names.ts'
import { Icon } from '../drawing/icon.tsx'
import styles from './tooltip.module.css'

const LEAVE_MS = 120

type Trigger = Pick<
  HTMLAttributes<HTMLElement>,
  'aria-describedby' | 'onPointerEnter' | 'onPointerLeave' | 'onFocus' | 'onBlur' | 'onKeyDown'
>

/**
 * A tooltip for one control: spread `trigger` on the control and render `tooltip` beside it. The text describes the
 * control even while the tooltip is closed. Escape closes it, and the pointer may move onto it. Without a text both
 * are empty. It uses no positioning library, because buttons of the login have tooltips.
 */
export function useTooltip(text: ReactNode, describedBy?: string): { trigger: Trigger; tooltip: ReactNode } {
  const id = useId()
  const [anchor, setAnchor] = useState<Element | null>(null)
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => () => clearTimeout(leaving.current), [])
  useLayoutEffect(() => {
    if (anchor && box.current) positionBeside(anchor, box.current)
  }, [anchor])

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
        // Not when a closing dialog returns the focus to a control that was pressed by mouse.
        if (event.currentTarget.matches(':focus-visible')) openAt(event.currentTarget)
      },
      onBlur: () => setAnchor(null),
      onKeyDown: (event) => {
        if (event.key !== 'Escape' || anchor === null) return
        // The first Escape closes only the tooltip, not the dialog around it.
        event.stopPropagation()
        setAnchor(null)
      },
    },
    tooltip: (
      <>
        <span id={id} hidden>
          {text}
        </span>
        {anchor &&
          createPortal(
            <div ref={box} role="tooltip" className={styles.box} onPointerEnter={stay} onPointerLeave={leave}>
              {text}
            </div>,
            document.body,
          )}
      </>
    ),
  }
}

/**
 * The question mark beside a label.
 * @param of the subject, which tells several on a page apart
 */
export function HelpTip({ of, children }: { of: string; children: ReactNode }) {
  const { trigger, tooltip } = useTooltip(children)
  return (
    <>
      <button type="button" aria-label={`Help: ${of}`} className={styles.help} {...trigger}>
        <Icon of={CircleQuestionMark} size={14} />
      </button>
      {tooltip}
    </>
  )
}

const GAP = 8
const EDGE = 8

/** Positions the box below the anchor, above it if there is no room, and always within the window. */
function positionBeside(anchor: Element, box: HTMLElement): void {
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
