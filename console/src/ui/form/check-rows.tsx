import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import choice from './choice.module.css'
import styles from './option.module.css'

export interface CheckRow {
  value: string
  title: ReactNode
  sub?: ReactNode
  /** Such as a person's Tile. */
  picture?: ReactNode
  amount?: ReactNode
  /** Why it cannot be chosen; shown at the right. */
  reason?: string | undefined
}

interface CheckRowsProps {
  legend: string
  rows: readonly CheckRow[]
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
  /** Whose preview stands beside the list. */
  onLook?: (value: string) => void
}

/** A choice of several, each with what is known of it. */
export function CheckRows({ legend, rows, chosen, onChange, onLook }: CheckRowsProps) {
  return (
    <fieldset className={styles.rows}>
      <legend className={choice.hidden}>{legend}</legend>
      {rows.map(({ value, title, sub, picture, amount, reason }) => (
        <label
          key={value}
          className={classNames(
            styles.row,
            picture !== undefined && styles.withTile,
            reason !== undefined && styles.off,
          )}
        >
          <input
            type="checkbox"
            value={value}
            checked={chosen.includes(value)}
            disabled={reason !== undefined}
            onFocus={() => onLook?.(value)}
            onChange={(event) =>
              onChange(
                event.currentTarget.checked ? [...chosen, value] : chosen.filter((other) => other !== value),
              )
            }
            className={choice.box}
          />
          {picture}
          <span className={styles.words}>
            <span className={styles.title}>{title}</span>
            <span className={styles.sub}>{sub}</span>
          </span>
          {(reason ?? amount) !== undefined && <span className={styles.amount}>{reason ?? amount}</span>}
        </label>
      ))}
    </fieldset>
  )
}
