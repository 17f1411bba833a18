import { type ReactNode, useId } from 'react'
import layout from '../../theme/layout.module.css'
import text from '../../theme/text.module.css'
import { classNames } from '../class-names.ts'
import choice from './choice.module.css'
import styles from './option.module.css'

export interface OptionCard<Value extends string> {
  value: Value
  title: string
  sub?: ReactNode
  /** Before the words: a Tile or a drawing. */
  picture?: ReactNode
  /** At the right: a Tag. */
  aside?: ReactNode
}

export interface OptionCardsProps<Value extends string> {
  legend: string
  options: readonly OptionCard<Value>[]
  value: Value | undefined
  onChange: (value: Value) => void
}

/** A choice of one among a few that are worth a frame each: workspaces, modes. */
export function OptionCards<Value extends string>({
  legend,
  options,
  value,
  onChange,
}: OptionCardsProps<Value>) {
  const name = useId()
  const id = useId()
  return (
    <fieldset className={layout.stackTight}>
      <legend className={text.hidden}>{legend}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className={classNames(styles.card, option.picture !== undefined && styles.withPicture)}
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            aria-labelledby={`${id}-${option.value}`}
            aria-describedby={`${id}-${option.value}-sub`}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            className={classNames(choice.box, choice.round)}
          />
          {option.picture}
          <span className={layout.grow}>
            <b id={`${id}-${option.value}`} className={text.line}>
              {option.title}
            </b>
            <span id={`${id}-${option.value}-sub`} className={classNames(text.sub, styles.sub)}>
              {option.sub}
            </span>
          </span>
          {option.aside}
        </label>
      ))}
    </fieldset>
  )
}

export interface OptionRow<Value extends string> {
  value: Value
  title: ReactNode
  sub?: ReactNode
  /** Between title and amount. */
  middle?: ReactNode
  amount?: ReactNode
  /** Why it cannot be chosen; shown in place of `sub`. */
  disabledReason?: string | undefined
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
      <legend className={text.hidden}>{legend}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className={classNames(
            styles.row,
            option.middle !== undefined && styles.withMiddle,
            option.disabledReason !== undefined && styles.off,
          )}
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            disabled={option.disabledReason !== undefined}
            onChange={() => onChange(option.value)}
            className={classNames(choice.box, choice.round)}
          />
          <span className={layout.grow}>
            <span className={classNames(text.line, text.strong)}>{option.title}</span>
            <span className={classNames(text.sub, styles.sub)}>{option.disabledReason ?? option.sub}</span>
          </span>
          {option.middle}
          {option.amount !== undefined && <span className={styles.amount}>{option.amount}</span>}
        </label>
      ))}
    </fieldset>
  )
}

export interface CheckRow {
  value: string
  title: ReactNode
  sub?: ReactNode
  /** Such as a person's Tile. */
  picture?: ReactNode
  amount?: ReactNode
  /** Why it cannot be chosen; shown at the right. */
  disabledReason?: string | undefined
}

interface CheckRowsProps {
  legend: string
  rows: readonly CheckRow[]
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
  /** Shows the preview of a row beside the list. */
  onLook?: (value: string) => void
}

/** A choice of several, each with what is known of it. */
export function CheckRows({ legend, rows, chosen, onChange, onLook }: CheckRowsProps) {
  return (
    <fieldset className={styles.rows}>
      <legend className={text.hidden}>{legend}</legend>
      {rows.map(({ value, title, sub, picture, amount, disabledReason }) => (
        <label
          key={value}
          className={classNames(
            styles.row,
            picture !== undefined && styles.withTile,
            disabledReason !== undefined && styles.off,
          )}
        >
          <input
            type="checkbox"
            value={value}
            checked={chosen.includes(value)}
            disabled={disabledReason !== undefined}
            onFocus={() => onLook?.(value)}
            onChange={(event) =>
              onChange(
                event.currentTarget.checked ? [...chosen, value] : chosen.filter((other) => other !== value),
              )
            }
            className={choice.box}
          />
          {picture}
          <span className={layout.grow}>
            <span className={classNames(text.line, text.strong)}>{title}</span>
            <span className={classNames(text.sub, styles.sub)}>{sub}</span>
          </span>
          {(disabledReason ?? amount) !== undefined && (
            <span className={styles.amount}>{disabledReason ?? amount}</span>
          )}
        </label>
      ))}
    </fieldset>
  )
}
