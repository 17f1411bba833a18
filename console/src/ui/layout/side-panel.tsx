import { X } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import layout from '../../theme/layout.module.css'
import text from '../../theme/text.module.css'
import { IconButton } from '../button/icon-button.tsx'
import { classNames } from '../class-names.ts'
import card from './card.module.css'
import styles from './side-panel.module.css'

interface SidePanelProps {
  title: string
  /** The id of the record it shows. Another one is announced again. */
  id: string | number
  /** Between the title and the close button. */
  trailing?: ReactNode
  footer: ReactNode
  wide?: boolean
  onClose: () => void
  children: ReactNode
}

/** A record beside its list. Closed by its button or Escape, and never modal. */
export function SidePanel({ title, id, trailing, footer, wide, onClose, children }: SidePanelProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const headingId = useId()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the panel of each record is announced anew
  useEffect(() => heading.current?.focus(), [id])
  return (
    <section
      aria-labelledby={headingId}
      className={classNames(layout.surface, styles.panel, wide && styles.wide)}
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
    >
      <div className={classNames(layout.row, card.head)}>
        <h2 id={headingId} ref={heading} tabIndex={-1} title={title} className={text.cut}>
          {title}
        </h2>
        <span className={classNames(layout.grow, text.note)}>{trailing}</span>
        <IconButton icon={X} label="Close" onClick={onClose} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section tabIndex={0} aria-label="Details" className={classNames(layout.grow, layout.scroll)}>
        {children}
      </section>
      <div className={classNames(layout.wrap, text.small, card.foot, styles.foot)}>{footer}</div>
    </section>
  )
}
