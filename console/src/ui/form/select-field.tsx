import type { ComponentProps } from 'react'
import { Field, type FieldTexts, useFieldControl } from './field.tsx'
import { Select } from './select.tsx'

export interface SelectFieldProps extends FieldTexts, ComponentProps<typeof Select> {}

export function SelectField({ label, mark, tip, help, error, good, id, ...select }: SelectFieldProps) {
  const texts = { label, mark, tip, help, error, good }
  const control = useFieldControl(texts, id)
  return (
    <Field {...texts} id={control.id}>
      <Select {...select} {...control} />
    </Field>
  )
}
