import { CircleAlert, CircleCheck } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import layout from '../../theme/layout.module.css'
import text from '../../theme/text.module.css'
import { classNames } from '../class-names.ts'
import { Icon } from '../drawing/icon.tsx'
import styles from './field.module.css'

/** The texts around a field: label above, message or help below. */
export interface FieldTexts {
  label: string
  /** A muted word beside the label, such as 'optional'; not part of the field's name. */
  mark?: ReactNode
  tip?: ReactNode
  help?: ReactNode
  error?: string | undefined
  /** A positive verdict, such as 'This ID is available.'; an error takes precedence. */
  good?: string | undefined
}

/** Splits a field's props into its texts and its control's props, connected by ids. */
export function useField<Props extends FieldTexts & { id?: string | undefined }>(props: Props) {
  const { label, mark, tip, help, error, good, id: providedId, ...control } = props
  const ownId = useId()
  const id = providedId ?? ownId
  const hasMessage = error !== undefined || good !== undefined
  return {
    texts: { id, label, mark, tip, help, error, good },
    control: {
      ...control,
      id,
      'aria-invalid': error === undefined ? undefined : (true as const),
      'aria-describedby': classNames(hasMessage && `${id}-message`, help !== undefined && `${id}-help`),
    },
  }
}

interface FieldProps extends FieldTexts {
  id: string
  children: ReactNode
}

export function Field({ id, label, mark, tip, help, error, good, children }: FieldProps) {
  const message = error ?? good
  return (
    <div className={styles.field}>
      <div className={classNames(layout.row, text.small)}>
        <label htmlFor={id} className={text.strong}>
          {label}
        </label>
        {mark !== undefined && <span className={text.muted}>{mark}</span>}
        {tip}
      </div>
      {children}
      {/* Always mounted, so that a later verdict is read out. */}
      <div aria-live="polite" className={styles.messages}>
        {message !== undefined && (
          <FieldMessage id={`${id}-message`} tone={error === undefined ? 'good' : 'error'}>
            {message}
          </FieldMessage>
        )}
      </div>
      {help !== undefined && (
        <p id={`${id}-help`} className={classNames(text.note, styles.help)}>
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

/** The message of a field: an icon and words, so that colour is not the only sign. */
export function FieldMessage({ id, tone, children }: FieldMessageProps) {
  const look = tone === 'error' ? text.crimson : text.green
  return (
    <p id={id} className={classNames(text.tiny, text.strong, styles.message, look)}>
      <Icon of={tone === 'error' ? CircleAlert : CircleCheck} size={14} />
      <span>{children}</span>
    </p>
  )
}
