import { classNames } from '../class-names.ts'
import styles from './seats.module.css'

interface SeatsProps {
  /** What the seats are of, such as the tier's name. */
  label: string
  mine: number
  others: number
  waiting: number
  total: number
  /** Seats of 10 px, for option rows. */
  small?: boolean
}

type Seat = 'mine' | 'others' | 'free' | 'waiting'

/** Slots that can be counted: mine, others', free, and after a gap those who wait. */
export function Seats({ label, mine, others, waiting, total, small }: SeatsProps) {
  const free = Math.max(total - mine - others, 0)
  const seats: Seat[] = [...rowOf('mine', mine), ...rowOf('others', others), ...rowOf('free', free)]
  const words = `${label}: ${mine} mine, ${others} of others, ${free} free, ${waiting} waiting`
  return (
    <div role="img" aria-label={words} className={classNames(styles.seats, small && styles.small)}>
      {seats.map((seat, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a seat is its place
        <span key={at} className={classNames(styles.seat, styles[seat])} />
      ))}
      {waiting > 0 && <span className={styles.gap} />}
      {rowOf('waiting', waiting).map((seat, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a seat is its place
        <span key={at} className={classNames(styles.seat, styles[seat])} />
      ))}
    </div>
  )
}

function rowOf(seat: Seat, count: number): Seat[] {
  return Array.from({ length: Math.max(count, 0) }, () => seat)
}
