import { type ReactNode, useId } from 'react'
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
    <fieldset className={styles.cards}>
      <legend className={choice.hidden}>{legend}</legend>
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
          <span className={styles.words}>
            <b id={`${id}-${option.value}`} className={styles.cardTitle}>
              {option.title}
            </b>
            <span id={`${id}-${option.value}-sub`} className={styles.sub}>
              {option.sub}
            </span>
          </span>
          {option.aside}
        </label>
      ))}
    </fieldset>
  )
}
