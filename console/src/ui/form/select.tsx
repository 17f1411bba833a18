import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../drawing/icon.tsx'
import styles from './field.module.css'
import { Field, type FieldTexts, useField } from './field.tsx'

export interface SelectOption {
  value: string
  label: string
  disabled?: boolean
}

interface SelectProps extends Omit<ComponentProps<'select'>, 'children'> {
  options: readonly SelectOption[]
  /** Shown while nothing is chosen, for the value ''. */
  placeholder?: string
  small?: boolean
}

/** The browser's own select, which works with every keyboard, phone and screen reader. */
export function Select({ options, placeholder, small, className, ...select }: SelectProps) {
  return (
    <span className={styles.group}>
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
      <Icon of={ChevronDown} />
    </span>
  )
}

export interface SelectFieldProps extends FieldTexts, SelectProps {}

export function SelectField(props: SelectFieldProps) {
  const { texts, control } = useField(props)
  return (
    <Field {...texts}>
      <Select {...control} />
    </Field>
  )
}
