import { classNames } from '../class-names.ts'
import styles from './field.module.css'
import { Field, type FieldTexts, useField } from './field.tsx'

interface SliderFieldProps extends FieldTexts {
  /** As typed: what is no number stays in the field until the form judges it. */
  value: string
  onChange: (value: string) => void
  min: number
  max: number
  step?: number
  /** A range over powers of ten has no useful slider. */
  slider?: boolean
}

/** A number to type, and a slider over its range beside it. */
export function SliderField({ onChange, min, max, step = 1, slider = true, ...props }: SliderFieldProps) {
  const { texts, control } = useField(props)
  const { value } = props
  return (
    <Field {...texts}>
      <div className={classNames(slider && styles.numberAndSlider)}>
        <input
          {...control}
          type="text"
          inputMode="decimal"
          onChange={(event) => onChange(event.currentTarget.value)}
          className={styles.input}
        />
        {slider && (
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
