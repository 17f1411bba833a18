import { CircleAlert, CircleCheck } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import text from '../../theme/text.module.css'
import { classNames } from '../class-names.ts'
import { Icon } from '../drawing/icon.tsx'
import styles from './field.module.css'

/** The texts around a field: its label above, one message or the help below. */
export interface FieldTexts {
  label: string
  /** A quiet word beside the label, such as 'optional'; not part of the field's name. */
  mark?: ReactNode
  /** A HelpTip beside the label. */
  tip?: ReactNode
  help?: ReactNode
  error?: string | undefined
  /** A good verdict, such as 'This ID is available.'; an error outranks it. */
  good?: string | undefined
}

/** The ids that tie a control to its label and messages, ready to spread on the control. */
export function useFieldControl({ error, good, help }: FieldTexts, givenId?: string) {
  const ownId = useId()
  const id = givenId ?? ownId
  const hasMessage = error !== undefined || good !== undefined
  return {
    id,
    'aria-invalid': error === undefined ? undefined : (true as const),
    'aria-describedby': classNames(hasMessage && `${id}-message`, help !== undefined && `${id}-help`),
  }
}

interface FieldProps extends FieldTexts {
  id: string
  children: ReactNode
}

export function Field({ id, label, mark, tip, help, error, good, children }: FieldProps) {
  const hasMessage = error !== undefined || good !== undefined
  return (
    <div className={styles.field}>
      <div className={styles.labelRow}>
        <label htmlFor={id}>{label}</label>
        {mark !== undefined && <span className={styles.mark}>{mark}</span>}
        {tip}
      </div>
      {children}
      {/* Always there, so that a verdict that arrives later is read out. */}
      <div aria-live="polite" className={styles.messages}>
        {hasMessage && (
          <FieldMessage id={`${id}-message`} tone={error === undefined ? 'good' : 'error'}>
            {error ?? good}
          </FieldMessage>
        )}
      </div>
      {help !== undefined && (
        <p id={`${id}-help`} className={styles.help}>
          {help}
        </p>
      )}
    </div>
  )
}

interface FieldMessageProps {
  id?: string
  tone: 'error' | 'good'
  children: ReactNode
}

/** The one message of a field: an icon and words, so that colour is never the only sign. */
export function FieldMessage({ id, tone, children }: FieldMessageProps) {
  return (
    <p id={id} className={classNames(styles.message, tone === 'error' ? text.crimson : text.green)}>
      <Icon of={tone === 'error' ? CircleAlert : CircleCheck} size={14} className={styles.messageIcon} />
      <span>{children}</span>
    </p>
  )
}
