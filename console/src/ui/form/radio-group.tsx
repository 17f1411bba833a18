import type { LucideIcon } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import layout from '../../theme/layout.module.css'
import text from '../../theme/text.module.css'
import { classNames } from '../class-names.ts'
import { Icon } from '../drawing/icon.tsx'
import { Choice } from './checkbox.tsx'
import styles from './choice.module.css'

export interface RadioProps<Value extends string, Option> {
  legend: string
  options: readonly Option[]
  value: Value | undefined
  onChange: (value: Value) => void
}

/** Returns a function with the props of each radio in a group. */
export function useRadios<Value extends string>(chosen: Value | undefined, onChange: (value: Value) => void) {
  const name = useId()
  return (value: Value) => ({
    type: 'radio',
    name,
    value,
    checked: value === chosen,
    onChange: () => onChange(value),
  })
}

interface RadioOption<Value extends string> {
  value: Value
  label: ReactNode
  help?: ReactNode
}

export function RadioGroup<Value extends string>(props: RadioProps<Value, RadioOption<Value>>) {
  const { legend, options, value, onChange } = props
  const radio = useRadios(value, onChange)
  return (
    <fieldset className={layout.stackTight}>
      <legend className={classNames(text.small, text.strong, styles.legend)}>{legend}</legend>
      {options.map(({ value: own, ...words }) => (
        <Choice key={own} {...radio(own)} {...words} className={classNames(styles.box, styles.round)} />
      ))}
    </fieldset>
  )
}

interface Segment<Value extends string> {
  value: Value
  label: string
  /** Shown in place of the label, which remains its accessible name. */
  icon?: LucideIcon
}

interface SegmentedControlProps<Value extends string> {
  label: string
  segments: readonly Segment<Value>[]
  value: Value
  onChange: (value: Value) => void
  small?: boolean
}

/** A choice among two to four visible options. A group of radios, with arrow keys. */
export function SegmentedControl<Value extends string>(props: SegmentedControlProps<Value>) {
  const { label, segments, value, onChange, small } = props
  const radio = useRadios(value, onChange)
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className={classNames(styles.segments, small && styles.smallSegments)}
    >
      {segments.map((segment) => (
        <label key={segment.value} className={styles.segment} title={segment.icon && segment.label}>
          <input {...radio(segment.value)} />
          {segment.icon && <Icon of={segment.icon} />}
          <span className={segment.icon && text.hidden}>{segment.label}</span>
        </label>
      ))}
    </div>
  )
}
