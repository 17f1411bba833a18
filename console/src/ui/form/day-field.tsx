import type { ComponentProps } from 'react'
import { lastDayOf } from '../../format/day.ts'
import { serverNow } from '../../format/server-clock.ts'
import { classNames } from '../class-names.ts'
import styles from './field.module.css'
import { Field, type FieldTexts, useField } from './field.tsx'

interface DayInputProps extends Omit<ComponentProps<'input'>, 'type' | 'className'> {
  small?: boolean
}

/** The browser's own date input, which works with every keyboard, phone and screen reader. Past days are refused. */
export function DayInput({ small, ...input }: DayInputProps) {
  return (
    <input
      min={lastDayOf(new Date(serverNow()).toISOString())}
      {...input}
      type="date"
      className={classNames(styles.input, small && styles.small)}
    />
  )
}

export function DayField(props: FieldTexts & Omit<DayInputProps, 'small'>) {
  const { texts, control } = useField(props)
  return (
    <Field {...texts}>
      <DayInput {...control} />
    </Field>
  )
}
