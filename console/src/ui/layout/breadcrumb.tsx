import { Children, type ReactNode } from 'react'
import styles from './breadcrumb.module.css'

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
