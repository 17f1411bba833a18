import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import styles from './form-frame.module.css'

interface FormFrameProps extends Pick<ComponentProps<'form'>, 'ref' | 'onKeyDown'> {
  label: string
  onSubmit: () => void
  /** FormFields, then a SaveBar. */
  children: ReactNode
}

/** A form as a page shows it, on a surface of its own. What is wrong in it the page says itself. */
export function FormFrame({ label, onSubmit, children, ...form }: FormFrameProps) {
  return (
    <form
      {...form}
      noValidate
      // Sent by the browser itself, it would otherwise put a password into the address.
      method="post"
      aria-label={label}
      className={styles.frame}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      {children}
    </form>
  )
}

/** @param sections holds FormSections, which stand further apart than fields */
export function FormFields({ sections, children }: { sections?: boolean; children: ReactNode }) {
  return <div className={classNames(styles.fields, sections && styles.sections)}>{children}</div>
}
