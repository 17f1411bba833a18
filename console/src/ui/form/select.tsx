import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../drawing/icon.tsx'
import styles from './field.module.css'
import { Field, type FieldTexts, useFieldControl } from './field.tsx'

export interface SelectOption {
  value: string
  label: string
  disabled?: boolean
}

export interface SelectProps extends Omit<ComponentProps<'select'>, 'children'> {
  options: readonly SelectOption[]
  /** Shown while nothing is chosen, with the value ''. */
  placeholder?: string
  small?: boolean
}

/** The browser's own select: it knows every keyboard, phone and screen reader. */
export function Select({ options, placeholder, small, className, ...select }: SelectProps) {
  return (
    <span className={styles.selectFrame}>
      <select
        {...select}
        className={classNames(styles.input, styles.select, small && styles.small, className)}
      >
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {options.map(({ value, label, disabled }) => (
          <option key={value} value={value} disabled={disabled}>
            {label}
          </option>
        ))}
      </select>
      <Icon of={ChevronDown} className={styles.selectArrow} />
    </span>
  )
}

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
