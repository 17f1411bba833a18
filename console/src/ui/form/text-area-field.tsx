import type { ComponentProps } from 'react'
import { classNames } from '../class-names.ts'
import styles from './field.module.css'
import { Field, type FieldTexts, useFieldControl } from './field.tsx'

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
