import type { LucideIcon } from 'lucide-react'
import { useId } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../drawing/icon.tsx'
import styles from './choice.module.css'

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
          <span className={segment.icon && styles.hidden}>{segment.label}</span>
        </label>
      ))}
    </div>
  )
}
