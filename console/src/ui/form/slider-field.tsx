import { classNames } from '../class-names.ts'
import styles from './field.module.css'
import { Field, type FieldTexts, useField } from './field.tsx'

interface SliderFieldProps extends FieldTexts {
  /** The typed text. Invalid numbers stay in the field until the form validates it. */
  value: string
  onChange: (value: string) => void
  min: number
  max: number
  /** null for a range over powers of ten, for which a slider is useless */
  step: number | null
}

/** A number field with a slider over its range. */
export function SliderField({ onChange, min, max, step, ...props }: SliderFieldProps) {
  const { texts, control } = useField(props)
  const { value } = props
  return (
    <Field {...texts}>
      <div className={classNames(step !== null && styles.numberAndSlider)}>
        <input
          {...control}
          type="text"
          inputMode="decimal"
          onChange={(event) => onChange(event.currentTarget.value)}
          className={styles.input}
        />
        {step !== null && (
          <input
            type="range"
            aria-label={`${texts.label}, slider`}
            min={min}
            max={max}
            step={step}
            value={Number.isFinite(Number(value)) && value !== '' ? Number(value) : min}
            onChange={(event) => onChange(event.currentTarget.value)}
            className={styles.range}
          />
        )}
      </div>
    </Field>
  )
}
