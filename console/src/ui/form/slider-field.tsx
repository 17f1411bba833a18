import { classNames } from '../class-names.ts'
import styles from './field.module.css'
import { Field, type FieldTexts, useFieldControl } from './field.tsx'

export interface SliderFieldProps extends FieldTexts {
  /** As typed: what is no number stays in the field until the form judges it. */
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  min: number
  max: number
  step?: number
  /** A range over powers of ten has no useful slider. */
  slider?: boolean
}

/** A number to type, and a slider over its range beside it. */
export function SliderField({
  value,
  onChange,
  onBlur,
  min,
  max,
  step = 1,
  slider = true,
  ...texts
}: SliderFieldProps) {
  const control = useFieldControl(texts)
  const number = (
    <input
      {...control}
      type="text"
      inputMode="decimal"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={onBlur}
      className={classNames(styles.input)}
    />
  )
  if (!slider) {
    return (
      <Field {...texts} id={control.id}>
        {number}
      </Field>
    )
  }
  return (
    <Field {...texts} id={control.id}>
      <div className={styles.numberAndSlider}>
        {number}
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
      </div>
    </Field>
  )
}
