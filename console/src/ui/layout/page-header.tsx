import type { ReactNode, Ref } from 'react'
import styles from './page-header.module.css'

interface PageHeaderProps {
  title: string
  /** One line of what the page is for. */
  lead?: ReactNode
  /** Beside the title: a state chip, a version. */
  beside?: ReactNode
  actions?: ReactNode
  /** The heading takes the focus when the route changes. */
  headingRef?: Ref<HTMLHeadingElement>
}

export function PageHeader({ title, lead, beside, actions, headingRef }: PageHeaderProps) {
  return (
    <div className={styles.header}>
      <div className={styles.words}>
        <div className={styles.line}>
          <h1 ref={headingRef} tabIndex={-1} className={styles.title}>
            {title}
          </h1>
          {beside}
        </div>
        {lead !== undefined && <p className={styles.lead}>{lead}</p>}
      </div>
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </div>
  )
}
