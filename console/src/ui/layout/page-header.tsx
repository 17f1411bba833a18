import { Children, type ReactNode, type Ref } from 'react'
import layout from '../../theme/layout.module.css'
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
      <div className={layout.grow}>
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

/** The way to this page. Each child is a link or a plain text; the last is the page itself. */
export function Breadcrumb({ children }: { children: ReactNode }) {
  const steps = Children.toArray(children)
  return (
    <nav aria-label="Breadcrumb" className={styles.breadcrumb}>
      <ol className={styles.steps}>
        {steps.map((step, at) => (
          <li
            key={typeof step === 'object' && 'key' in step ? step.key : String(step)}
            aria-current={at === steps.length - 1 ? 'page' : undefined}
            className={styles.step}
          >
            {step}
          </li>
        ))}
      </ol>
    </nav>
  )
}
