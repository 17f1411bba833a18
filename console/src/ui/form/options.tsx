import { type ComponentProps, type ReactNode, useId } from 'react'
import layout from '../../theme/layout.module.css'
import text from '../../theme/text.module.css'
import { classNames } from '../class-names.ts'
import choice from './choice.module.css'
import styles from './option.module.css'
import { type RadioProps, useRadios } from './radio-group.tsx'

interface OptionCard<Value extends string> {
  value: Value
  title: string
  sub: string
}

/** A choice among a few options in frames, such as modes. */
export function OptionCards<Value extends string>(props: RadioProps<Value, OptionCard<Value>>) {
  const { legend, options, value: chosen, onChange } = props
  const radio = useRadios(chosen, onChange)
  const id = useId()
  return (
    <fieldset className={layout.stackTight}>
      <legend className={text.hidden}>{legend}</legend>
      {options.map(({ value, title, sub }) => (
        <Option
          key={value}
          look="card"
          {...radio(value)}
          aria-labelledby={`${id}-${value}`}
          aria-describedby={`${id}-${value}-sub`}
          title={<span id={`${id}-${value}`}>{title}</span>}
          sub={<span id={`${id}-${value}-sub`}>{sub}</span>}
        />
      ))}
    </fieldset>
  )
}

export interface OptionRow<Value extends string> {
  value: Value
  title: ReactNode
  sub?: ReactNode
  amount?: ReactNode
  /** Why it cannot be chosen, shown in place of `sub`. */
  disabledReason?: string | undefined
}

/** A choice among options with figures, such as data sets or tiers. */
export function OptionRows<Value extends string>(props: RadioProps<Value, OptionRow<Value>>) {
  const { legend, options, value: chosen, onChange } = props
  const radio = useRadios(chosen, onChange)
  return (
    <fieldset className={classNames(layout.surface, styles.rows)}>
      <legend className={text.hidden}>{legend}</legend>
      {options.map(({ value, disabledReason, ...row }) => (
        <Option
          key={value}
          look="row"
          {...row}
          {...radio(value)}
          sub={disabledReason ?? row.sub}
          disabled={disabledReason !== undefined}
        />
      ))}
    </fieldset>
  )
}

interface CheckRow {
  value: string
  title: ReactNode
  sub?: ReactNode
  /** A picture, such as a person's Tile. */
  picture?: ReactNode
  amount?: ReactNode
  /** Why it cannot be chosen, shown at the right. */
  disabledReason?: string | undefined
}

interface CheckRowsProps {
  legend: string
  rows: readonly CheckRow[]
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
  /** Shows a row's preview beside the list. */
  onLook: (value: string) => void
}

/** A choice of several options, each with its details. */
export function CheckRows({ legend, rows, chosen, onChange, onLook }: CheckRowsProps) {
  return (
    <fieldset className={classNames(layout.surface, styles.rows)}>
      <legend className={text.hidden}>{legend}</legend>
      {rows.map(({ disabledReason, amount, ...row }) => (
        <Option
          key={row.value}
          look="row"
          {...row}
          type="checkbox"
          checked={chosen.includes(row.value)}
          disabled={disabledReason !== undefined}
          amount={disabledReason ?? amount}
          onFocus={() => onLook(row.value)}
          onChange={({ currentTarget: { checked } }) =>
            onChange(checked ? [...chosen, row.value] : chosen.filter((other) => other !== row.value))
          }
        />
      ))}
    </fieldset>
  )
}

interface OptionProps extends Omit<ComponentProps<'input'>, 'title'> {
  look: 'row' | 'card'
  title: ReactNode
  sub?: ReactNode
  picture?: ReactNode
  amount?: ReactNode
}

/** A radio or checkbox with the details of its option. All of it can be pressed. */
function Option({ look, title, sub, picture, amount, ...input }: OptionProps) {
  return (
    <label className={classNames(styles.option, styles[look], input.disabled && styles.off)}>
      <input {...input} className={classNames(choice.box, input.type === 'radio' && choice.round)} />
      {picture}
      <span className={layout.grow}>
        <span className={classNames(styles.title, text.strong)}>{title}</span>
        <span className={text.sub}>{sub}</span>
      </span>
      {amount !== undefined && (
        <span className={classNames(text.number, text.small, text.muted, text.unbroken, styles.amount)}>
          {amount}
        </span>
      )}
    </label>
  )
}
