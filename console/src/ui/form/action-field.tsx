import type { ComponentProps } from 'react'
import { unlessResting } from '../button/button.tsx'
import { classNames } from '../class-names.ts'
import styles from './field.module.css'
import { Field, type FieldTexts, useFieldControl } from './field.tsx'

export interface ActionFieldProps extends FieldTexts, ComponentProps<'input'> {
  /** The button inside the frame, such as Check Duplicate; its verdict goes to `error` or `good`. */
  action: string
  /** Absent: the button submits its form, as Enter does. */
  onAction?: () => void
  checking?: boolean
  mono?: boolean
}

export function ActionField(props: ActionFieldProps) {
  const {
    label,
    mark,
    tip,
    help,
    error,
    good,
    id,
    action,
    onAction,
    checking = false,
    mono,
    ...input
  } = props
  const texts = { label, mark, tip, help, error, good }
  const control = useFieldControl(texts, id)
  return (
    <Field {...texts} id={control.id}>
      <div className={styles.group}>
        <input
          type="text"
          {...input}
          {...control}
          className={classNames(styles.input, styles.joined, mono && styles.mono)}
        />
        <button
          type={onAction ? 'button' : 'submit'}
          className={styles.action}
          aria-busy={checking || undefined}
          aria-disabled={checking || undefined}
          onClick={unlessResting(checking, onAction)}
        >
          {action}
        </button>
      </div>
    </Field>
  )
}
