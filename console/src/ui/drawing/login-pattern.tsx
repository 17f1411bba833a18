import { useEffect, useState } from 'react'
import styles from './mark.module.css'

const SEAT = 20
const PITCH = 47
const ROW_GAP = 54
const ROWS = 19
const MIDDLE = 450

interface SeatRow {
  radius: number
  /** How many seats a full circle would hold. */
  places: number
}

// Rows of seats around the conductor, who stands at the left edge, beside the card.
const rows: readonly SeatRow[] = Array.from({ length: ROWS }, (_, row) => {
  const radius = 150 + row * ROW_GAP
  const places = 2 * Math.round((Math.PI * radius) / PITCH)
  return { radius, places }
})
const taken = rows.map(takenSeats).join('')

/**
 * The quiet hall of seats at the right of the login page: geometry only, no image to fetch. It is drawn after the
 * first frame: hundreds of round seats cost a slow processor more than all the rest of the page.
 */
export function LoginPattern() {
  const [drawn, setDrawn] = useState(false)
  useEffect(() => setDrawn(true), [])
  if (!drawn) return null
  return (
    <svg
      className={styles.hall}
      viewBox="0 0 860 900"
      preserveAspectRatio="xMinYMid slice"
      aria-hidden="true"
    >
      {rows.map(({ radius, places }) => {
        const pitch = (2 * Math.PI * radius) / places
        const turn = -90 + (90 * (pitch - SEAT)) / (Math.PI * radius)
        return (
          <circle
            key={radius}
            className={styles.row}
            cy={MIDDLE}
            r={radius}
            strokeDasharray={`${SEAT} ${short(pitch - SEAT)}`}
            transform={`rotate(${short(turn)} 0 ${MIDDLE})`}
          />
        )
      })}
      <path className={styles.taken} d={taken} />
    </svg>
  )
}

/** About one seat in seven, chosen by a fixed rule so that the page is the same at every build. */
function takenSeats({ radius, places }: SeatRow, row: number): string {
  const step = (2 * Math.PI) / places
  const half = SEAT / radius / 2
  const seats = Array.from({ length: places / 2 }, (_, seat) => seat)
  return seats
    .filter((seat) => (seat * 7919 + row * 104_729 + seat * row * 31) % 61 < 8)
    .map((seat) => -Math.PI / 2 + (seat + 0.5) * step)
    .map((angle) => arc(radius, angle - half, angle + half))
    .join('')
}

function arc(radius: number, from: number, to: number): string {
  return `M${point(radius, from)}A${radius} ${radius} 0 0 1 ${point(radius, to)}`
}

function point(radius: number, angle: number): string {
  return `${short(radius * Math.cos(angle))} ${short(MIDDLE + radius * Math.sin(angle))}`
}

function short(value: number): string {
  return String(Math.round(value * 100) / 100)
}
