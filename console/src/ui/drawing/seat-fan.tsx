import { arc } from './arc.ts'
import styles from './seat-fan.module.css'

const SEAT = 8.57
const PITCH = 12.5
const RADII = [16, 31, 46, 61, 76, 91] as const
const CONDUCTOR = { x: 128, y: 104 }

/** Seats around the place where the conductor stands; which are taken follows from the name, so that each looks its own. */
export function SeatFan({ of: name }: { of: string }) {
  const next = numbersFrom(name)
  const seats = RADII.flatMap((radius) => {
    const seatCount = Math.round((Math.PI * radius) / PITCH)
    return Array.from({ length: seatCount }, (_, seat) => ({
      kind: kindOf(next()),
      path: seatPath(radius, seatCount, seat),
    }))
  })
  const pathOf = (kind: SeatKind) => seats.flatMap((seat) => (seat.kind === kind ? [seat.path] : [])).join('')
  return (
    <svg className={styles.fan} viewBox="0 0 256 96" preserveAspectRatio="xMidYMax slice" aria-hidden="true">
      <path stroke="var(--grey-200)" d={pathOf('free')} />
      <path stroke="var(--grey-400)" d={pathOf('taken')} />
      <path stroke="var(--grey-600)" d={pathOf('own')} />
    </svg>
  )
}

type SeatKind = 'free' | 'taken' | 'own'

function kindOf(number: number): SeatKind {
  if (number % 32 === 0) return 'own'
  return number % 4 === 1 ? 'taken' : 'free'
}

function seatPath(radius: number, seatCount: number, seat: number): string {
  const middle = Math.PI + ((seat + 0.5) * Math.PI) / seatCount
  const half = SEAT / radius / 2
  return arc(CONDUCTOR, radius, middle - half, middle + half)
}

/** The same numbers for the same name, always. */
function numbersFrom(name: string): () => number {
  let state = 2166136261
  for (const letter of name) state = Math.imul(state ^ (letter.codePointAt(0) ?? 0), 16777619)
  return () => {
    state = Math.imul(state ^ (state >>> 15), 2246822519) + 1013904223
    return (state >>> 8) & 0xffff
  }
}
