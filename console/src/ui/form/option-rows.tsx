import { type ReactNode, useId } from 'react'
import { classNames } from '../class-names.ts'
import choice from './choice.module.css'
import styles from './option.module.css'

export interface OptionRow<Value extends string> {
  value: Value
  title: ReactNode
  sub?: ReactNode
  /** Between title and amount, such as the tier's Seats. */
  middle?: ReactNode
  amount?: ReactNode
  /** Why it cannot be chosen; shown in place of `sub`. */
  reason?: string | undefined
}

export interface OptionRowsProps<Value extends string> {
  legend: string
  options: readonly OptionRow<Value>[]
  value: Value | undefined
  onChange: (value: Value) => void
}

/** A choice of one with its figures: data sets, tiers. */
export function OptionRows<Value extends string>({
  legend,
  options,
  value,
  onChange,
}: OptionRowsProps<Value>) {
  const name = useId()
  return (
    <fieldset className={styles.rows}>
      <legend className={choice.hidden}>{legend}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className={classNames(
            styles.row,
            option.middle !== undefined && styles.withMiddle,
            option.reason !== undefined && styles.off,
          )}
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            disabled={option.reason !== undefined}
            onChange={() => onChange(option.value)}
            className={classNames(choice.box, choice.round)}
          />
          <span className={styles.words}>
            <span className={styles.title}>{option.title}</span>
            <span className={styles.sub}>{option.reason ?? option.sub}</span>
          </span>
          {option.middle}
          {option.amount !== undefined && <span className={styles.amount}>{option.amount}</span>}
        </label>
      ))}
    </fieldset>
  )
}
