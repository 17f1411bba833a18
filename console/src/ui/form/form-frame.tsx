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

/** A form as a page shows it, on a surface of its own. The page tells what is wrong in it, not the browser. */
export function FormFrame({ label, onSubmit, children, ...form }: FormFrameProps) {
  return (
    <form
      {...form}
      noValidate
      // Sent by the browser itself, it would otherwise put a password into the address.
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

/** @param sections holds FormSections, which are further apart than fields */
export function FormFields({ sections, children }: { sections?: boolean; children: ReactNode }) {
  return <div className={classNames(styles.fields, sections && styles.sections)}>{children}</div>
}

/**
 * A form, then its FormSidebar beside it, or below it where there is no room.
 * @param length beside a long form the sidebar stays in sight; a short one grows no wider than its fields can use
 */
export function FormColumns({ length, children }: { length?: 'short' | 'long'; children: ReactNode }) {
  return <div className={classNames(styles.columns, length && styles[length])}>{children}</div>
}

/** The second column: what comes of the form, or what helps with it. */
export function FormSidebar({ label, children }: { label: string; children: ReactNode }) {
  return (
    <aside aria-label={label} className={layout.stackClose}>
      {children}
    </aside>
  )
}

interface FormSectionProps {
  title: string
  /** A HelpTip beside the title. */
  tip?: ReactNode
  /** At the right end of the title's line. */
  trailing?: ReactNode
  children: ReactNode
}

/** A titled group of fields in a form: a group, not a landmark, as a form has many. */
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
  /** what needs attention, or what a save would do */
  note?: ReactNode
  /** why the last save was refused, where it concerns no field; '' for nothing */
  refusal?: string
  children: ReactNode
}

/**
 * Stays in sight at the foot of a long form: what needs attention at the left, the buttons at the right. A refusal
 * is shown above them, where a person looks who has just pressed one.
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
