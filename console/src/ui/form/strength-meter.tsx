import { classNames } from '../class-names.ts'
import styles from './strength-meter.module.css'

interface StrengthMeterProps {
  /** The number of filled bars: one is a warning, two are enough. */
  bars: 0 | 1 | 2 | 3 | 4
  word: string
}

export function StrengthMeter({ bars, word }: StrengthMeterProps) {
  return (
    <span role="img" aria-label={`Strength: ${word}`} className={styles.meter}>
      {([1, 2, 3, 4] as const).map((bar) => (
        <span
          key={bar}
          className={classNames(styles.bar, bar <= bars && (bars === 1 ? styles.weak : styles.strong))}
        />
      ))}
    </span>
  )
}
