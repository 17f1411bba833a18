import type { ReactNode } from 'react'
import layout from '../../theme/layout.module.css'
import text from '../../theme/text.module.css'
import { classNames } from '../class-names.ts'
import styles from './page-header.module.css'

interface PageHeaderProps {
  title: string
  /** One line of what the page is for. */
  lead?: ReactNode
  /** Beside the title: a state chip, a version. */
  beside?: ReactNode
  actions?: ReactNode
}

/** The heading of a page. It takes the focus when the route changes. */
export function PageHeader({ title, lead, beside, actions }: PageHeaderProps) {
  return (
    <div className={styles.header}>
      <div className={layout.grow}>
        <div className={layout.wrap}>
          <h1 tabIndex={-1}>{title}</h1>
          {beside}
        </div>
        {lead !== undefined && <p className={classNames(text.muted, styles.lead)}>{lead}</p>}
      </div>
      {actions !== undefined && <div className={classNames(layout.wrap, styles.actions)}>{actions}</div>}
    </div>
  )
}
