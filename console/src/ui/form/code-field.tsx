import { limits } from '@podium/contract/rules/rules.ts'
import type { Ref } from 'react'
import styles from './code-field.module.css'
import { Field, type FieldTexts, useField } from './field.tsx'

interface CodeFieldProps extends FieldTexts {
  value: string
  onChange: (digits: string) => void
  ref?: Ref<HTMLInputElement>
}

/** A one-time code: one input, drawn as six lines, which accepts a pasted code with spaces. */
export function CodeField({ onChange, ...props }: CodeFieldProps) {
  const { texts, control } = useField(props)
  return (
    <Field {...texts}>
      <input
        {...control}
        type="text"
        inputMode="numeric"
        autoComplete="one-time-code"
        onChange={({ currentTarget }) => onChange(codeIn(currentTarget.value))}
        className={styles.code}
      />
    </Field>
  )
}

/** Returns the digits of a pasted code, or of one that a Japanese input method wrote in full-width digits. */
export function codeIn(text: string): string {
  return text.normalize('NFKC').replaceAll(/\D/g, '').slice(0, limits.one_time_code)
}
