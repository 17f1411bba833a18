import { limits } from '@podium/contract/rules.ts'
import type { Ref } from 'react'
import styles from './code-field.module.css'
import { Field, type FieldTexts, useField } from './field.tsx'

interface CodeFieldProps extends FieldTexts {
  value: string
  onChange: (digits: string) => void
  /** Called with the sixth digit. */
  onFull: (digits: string) => void
  ref?: Ref<HTMLInputElement>
}

/** A one-time code: one input, drawn as six lines, that takes a pasted code with its spaces. */
export function CodeField({ onChange, onFull, ...props }: CodeFieldProps) {
  const { texts, control } = useField(props)
  function take(typed: string) {
    const digits = typed.replaceAll(/\D/g, '').slice(0, limits.one_time_code)
    onChange(digits)
    if (digits.length === limits.one_time_code && digits !== props.value) onFull(digits)
  }
  return (
    <Field {...texts}>
      <input
        {...control}
        type="text"
        inputMode="numeric"
        autoComplete="one-time-code"
        onChange={(event) => take(event.currentTarget.value)}
        className={styles.code}
      />
    </Field>
  )
}
