import { RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatTime } from '../../format/date-time.ts'
import layout from '../../theme/layout.module.css'
import text from '../../theme/text.module.css'
import { IconButton } from '../button/icon-button.tsx'
import { classNames } from '../class-names.ts'
import styles from './page-header.module.css'

interface PageHeaderProps {
  title: string
  /** One line about the purpose of the page. */
  lead?: ReactNode
  /** Beside the title: a state chip, a version. */
  beside?: ReactNode
  actions?: ReactNode
}

/** The heading of a page, focused when the route changes. */
export function PageHeader({ title, lead, beside, actions }: PageHeaderProps) {
  return (
    <div className={styles.header}>
      <div className={layout.grow}>
        <div className={classNames(layout.wrap, styles.title)}>
          <h1 tabIndex={-1}>{title}</h1>
          {beside}
        </div>
        {lead !== undefined && <p className={classNames(text.muted, styles.lead)}>{lead}</p>}
      </div>
      {actions !== undefined && <div className={classNames(layout.wrap, styles.actions)}>{actions}</div>}
    </div>
  )
}

interface UpdatedProps {
  /** undefined until the page was read */
  at: string | number | undefined
  onRefresh: () => void
}

/** The time at which the page was read, and a button that reads it again. Put it among the actions. */
export function Updated({ at, onRefresh }: UpdatedProps) {
  return (
    <div className={classNames(layout.row, text.small, text.muted, styles.updated)}>
      {at !== undefined && `Updated ${formatTime(at)}`}
      <IconButton icon={RefreshCw} label="Refresh" outline onClick={onRefresh} />
    </div>
  )
}
