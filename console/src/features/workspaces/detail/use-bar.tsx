import { classNames } from '../../../ui/class-names.ts'
import styles from './use-bar.module.css'

export type Tone = 'training' | 'inference' | 'storage'

interface UseBarProps {
  parts: readonly { tone: Tone; amount: number }[]
  /** what a full bar stands for */
  most: number
}

/** Amounts one after the other, drawn to a scale that all bars of a table share; the figures stand beside it. */
export function UseBar({ parts, most }: UseBarProps) {
  const width = (amount: number) => (most > 0 ? (amount / most) * 100 : 0)
  let from = 0
  return (
    <svg className={styles.bar} viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
      <rect width="100" height="8" />
      {parts.map(({ tone, amount }) => {
        const x = from
        from += width(amount)
        return <rect key={tone} x={x} width={width(amount)} height="8" className={styles[tone]} />
      })}
    </svg>
  )
}

/** Which colour is what. */
export function UseLegend({ tones }: { tones: readonly { tone: Tone; label: string }[] }) {
  return (
    <ul className={styles.legend}>
      {tones.map(({ tone, label }) => (
        <li key={tone} className={styles.key}>
          <span className={classNames(styles.swatch, styles[tone])} />
          {label}
        </li>
      ))}
    </ul>
  )
}
