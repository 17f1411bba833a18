import { classNames } from '../class-names.ts'
import styles from './strength-meter.module.css'

interface StrengthMeterProps {
  /** 0 to 4 bars; below `enough` they warn. */
  bars: 0 | 1 | 2 | 3 | 4
  enough: 1 | 2 | 3 | 4
  /** 'too short', 'good', 'very good'. */
  word: string
}

export function StrengthMeter({ bars, enough, word }: StrengthMeterProps) {
  return (
    <span role="img" aria-label={`Strength: ${word}`} className={styles.meter}>
      {([1, 2, 3, 4] as const).map((bar) => (
        <span
          key={bar}
          className={classNames(styles.bar, bar <= bars && (bars < enough ? styles.weak : styles.strong))}
        />
      ))}
    </span>
  )
}
