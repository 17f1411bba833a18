import { type ComponentProps, type ReactNode, useId } from 'react'
import layout from '../../theme/layout.module.css'
import text from '../../theme/text.module.css'
import { classNames } from '../class-names.ts'
import { Note } from '../feedback/note.tsx'
import styles from './form-frame.module.css'

interface FormFrameProps extends Pick<ComponentProps<'form'>, 'ref' | 'onKeyDown'> {
  label: string
  onSubmit: () => void
  /** FormFields, then a SaveBar. */
  children: ReactNode
}

/** A form on a page, on its own surface. The page reports errors instead of the browser. */
export function FormFrame({ label, onSubmit, children, ...form }: FormFrameProps) {
  return (
    <form
      {...form}
      noValidate
      // With 'get', a submit by the browser itself would put a password into the address.
      method="post"
      aria-label={label}
      className={layout.surface}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      {children}
    </form>
  )
}

/** @param sections true for FormSections, which are further apart than fields */
export function FormFields({ sections, children }: { sections?: boolean; children: ReactNode }) {
  return <div className={classNames(styles.fields, sections && styles.sections)}>{children}</div>
}

/**
 * A form with its FormSidebar beside it, or below it on narrow screens.
 * @param length beside a 'long' form the sidebar stays in sight; a 'short' one is no wider than its fields need
 */
export function FormColumns({ length, children }: { length?: 'short' | 'long'; children: ReactNode }) {
  return <div className={classNames(styles.columns, length && styles[length])}>{children}</div>
}

/** The second column: the result of the form, or help with it. */
export function FormSidebar({ label, children }: { label: string; children: ReactNode }) {
  return (
    <aside aria-label={label} className={layout.stackClose}>
      {children}
    </aside>
  )
}

interface FormSectionProps {
  title: string
  tip?: ReactNode
  /** At the right end of the title's line. */
  trailing?: ReactNode
  children: ReactNode
}

/** A titled group of fields. A group instead of a landmark, because a form has many. */
export function FormSection({ title, tip, trailing, children }: FormSectionProps) {
  const id = useId()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot stand in a line with a tip and an aside
    <div role="group" aria-labelledby={id} className={styles.section}>
      <div className={classNames(layout.row, styles.sectionHead)}>
        <h2 id={id}>{title}</h2>
        {tip}
        {trailing !== undefined && (
          <div className={classNames(text.small, text.muted, styles.sectionTrailing)}>{trailing}</div>
        )}
      </div>
      {children}
    </div>
  )
}

interface SaveBarProps {
  /** a note about things that need attention, or the effect of a save */
  note?: ReactNode
  /** why the last save was refused, if no field shows it; '' for nothing */
  refusal?: string
  children: ReactNode
}

/**
 * Stays in sight below a long form, with the note at the left and the buttons at the right. A refusal is shown above
 * them, where a person looks after pressing one.
 */
export function SaveBar({ note, refusal = '', children }: SaveBarProps) {
  return (
    <div className={styles.bar}>
      <div role="alert" className={styles.refusal}>
        {refusal !== '' && <Note tone="bad">{refusal}</Note>}
      </div>
      <div className={classNames(layout.row, styles.line)}>
        <div className={classNames(layout.grow, text.small, text.muted, styles.note)} aria-live="polite">
          {note}
        </div>
        {children}
      </div>
    </div>
  )
}
