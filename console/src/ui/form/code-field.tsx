import { limits } from '@podium/contract/rules.ts'
import type { Ref } from 'react'
import { classNames } from '../class-names.ts'
import styles from './code-field.module.css'
import { Field, type FieldTexts, useFieldControl } from './field.tsx'

export interface CodeFieldProps extends FieldTexts {
  value: string
  onChange: (digits: string) => void
  /** Called with the sixth digit. */
  onFull?: (digits: string) => void
  ref?: Ref<HTMLInputElement>
}

/** A one-time code: one input, drawn as six lines, that takes a pasted code with its spaces. */
export function CodeField({ value, onChange, onFull, ref, ...texts }: CodeFieldProps) {
  const control = useFieldControl(texts)
  function take(typed: string) {
    const digits = typed.replaceAll(/\D/g, '').slice(0, limits.one_time_code)
    onChange(digits)
    if (digits.length === limits.one_time_code && digits !== value) onFull?.(digits)
  }
  return (
    <Field {...texts} id={control.id}>
      <input
        {...control}
        ref={ref}
        type="text"
        inputMode="numeric"
        autoComplete="one-time-code"
        value={value}
        onChange={(event) => take(event.currentTarget.value)}
        className={classNames(styles.code)}
      />
    </Field>
  )
}
