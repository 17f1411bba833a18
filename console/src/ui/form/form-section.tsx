import { type ReactNode, useId } from 'react'
import styles from './form-section.module.css'

interface FormSectionProps {
  title: string
  /** A HelpTip beside the title. */
  tip?: ReactNode
  /** At the right end of the title's line. */
  aside?: ReactNode
  children: ReactNode
}

/** A titled group of fields in a form: a group, not a landmark, as a form has many. */
export function FormSection({ title, tip, aside, children }: FormSectionProps) {
  const id = useId()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot stand in a line with a tip and an aside
    <div role="group" aria-labelledby={id} className={styles.section}>
      <div className={styles.head}>
        <h2 id={id}>{title}</h2>
        {tip}
        {aside !== undefined && <div className={styles.aside}>{aside}</div>}
      </div>
      {children}
    </div>
  )
}
