import type { ComponentProps } from 'react'
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
