import type { LucideIcon } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import layout from '../../theme/layout.module.css'
import text from '../../theme/text.module.css'
import { classNames } from '../class-names.ts'
import { Icon } from '../drawing/icon.tsx'
import styles from './choice.module.css'

export interface RadioOption<Value extends string> {
  value: Value
  label: ReactNode
  help?: ReactNode
  disabled?: boolean
}

export interface RadioGroupProps<Value extends string> {
  legend: string
  hideLegend?: boolean
  options: readonly RadioOption<Value>[]
  value: Value | undefined
  onChange: (value: Value) => void
}

export function RadioGroup<Value extends string>(props: RadioGroupProps<Value>) {
  const { legend, hideLegend, options, value, onChange } = props
  const name = useId()
  return (
    <fieldset className={layout.stackTight}>
      <legend className={classNames(styles.legend, hideLegend && text.hidden)}>{legend}</legend>
      {options.map((option) => (
        <label key={option.value} className={styles.choice}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            disabled={option.disabled}
            onChange={() => onChange(option.value)}
            className={classNames(styles.box, styles.round)}
          />
          <span>
            {option.label}
            {option.help !== undefined && <span className={text.sub}>{option.help}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  )
}

export interface Segment<Value extends string> {
  value: Value
  label: string
  /** Shown in place of the label, which stays its name. */
  icon?: LucideIcon
}

export interface SegmentedControlProps<Value extends string> {
  label: string
  segments: readonly Segment<Value>[]
  value: Value
  onChange: (value: Value) => void
  small?: boolean
}

/** A choice among two to four, all in sight. It is a group of radios, arrow keys included. */
export function SegmentedControl<Value extends string>(props: SegmentedControlProps<Value>) {
  const { label, segments, value, onChange, small } = props
  const name = useId()
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className={classNames(styles.segments, small && styles.smallSegments)}
    >
      {segments.map((segment) => (
        <label key={segment.value} className={styles.segment} title={segment.icon && segment.label}>
          <input
            type="radio"
            name={name}
            value={segment.value}
            checked={segment.value === value}
            onChange={() => onChange(segment.value)}
            className={styles.segmentInput}
          />
          {segment.icon && <Icon of={segment.icon} />}
          <span className={segment.icon && text.hidden}>{segment.label}</span>
        </label>
      ))}
    </div>
  )
}
