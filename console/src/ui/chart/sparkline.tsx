import styles from './chart.module.css'

const WIDTH = 96
const HEIGHT = 20
const EDGE = 2.5

/** The earlier values of a number, the newest at the right with a dot. A number that never changed has no line. */
export function Sparkline({ label, values }: { label: string; values: readonly number[] }) {
  const low = Math.min(...values)
  const high = Math.max(...values)
  if (values.length === 0 || high === low) return null
  const xOf = (at: number) => EDGE + (at / Math.max(values.length - 1, 1)) * (WIDTH - 2 * EDGE)
  const yOf = (value: number) => HEIGHT - EDGE - ((value - low) / (high - low)) * (HEIGHT - 2 * EDGE)
  const last = values.at(-1) ?? low
  return (
    <svg role="img" aria-label={label} className={styles.sparkline} width={WIDTH} height={HEIGHT}>
      <title>{label}</title>
      <polyline points={values.map((value, at) => `${xOf(at)},${yOf(value)}`).join(' ')} />
      <circle cx={xOf(values.length - 1)} cy={yOf(last)} r="2" />
    </svg>
  )
}
