import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { unlessDisabled } from '../button/button.tsx'
import { IconButton } from '../button/icon-button.tsx'
import { classNames } from '../class-names.ts'
import styles from './field.module.css'
import { Field, type FieldTexts, useFieldControl } from './field.tsx'

export interface TextFieldProps extends FieldTexts, ComponentProps<'input'> {
  mono?: boolean
}

export function TextField({
  label,
  mark,
  tip,
  help,
  error,
  good,
  mono,
  id,
  className,
  ...input
}: TextFieldProps) {
  const texts = { label, mark, tip, help, error, good }
  const control = useFieldControl(texts, id)
  return (
    <Field {...texts} id={control.id}>
      <input
        type="text"
        {...input}
        {...control}
        className={classNames(styles.input, mono && styles.mono, className)}
      />
    </Field>
  )
}

export interface TextAreaFieldProps extends FieldTexts, ComponentProps<'textarea'> {}

export function TextAreaField({ label, mark, tip, help, error, good, id, ...area }: TextAreaFieldProps) {
  const texts = { label, mark, tip, help, error, good }
  const control = useFieldControl(texts, id)
  return (
    <Field {...texts} id={control.id}>
      <textarea {...area} {...control} className={classNames(styles.input, styles.area)} />
    </Field>
  )
}

export interface PasswordFieldProps extends FieldTexts, Omit<ComponentProps<'input'>, 'type'> {}

export function PasswordField({ label, mark, tip, help, error, good, id, ...input }: PasswordFieldProps) {
  const texts = { label, mark, tip, help, error, good }
  const control = useFieldControl(texts, id)
  const [isShown, setShown] = useState(false)
  return (
    <Field {...texts} id={control.id}>
      <div className={styles.group}>
        <input
          autoCapitalize="none"
          spellCheck={false}
          {...input}
          {...control}
          type={isShown ? 'text' : 'password'}
          className={classNames(styles.input, styles.withInside)}
        />
        <IconButton
          icon={isShown ? EyeOff : Eye}
          label="Show password"
          aria-pressed={isShown}
          aria-controls={control.id}
          className={styles.inside}
          onClick={() => setShown(!isShown)}
        />
      </div>
    </Field>
  )
}

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
          onClick={unlessDisabled(checking, onAction)}
        >
          {action}
        </button>
      </div>
    </Field>
  )
}
