import { useEffect, useState } from 'react'
import styles from './login-pattern.module.css'

const SEAT = 20
const PITCH = 47
const ROW_GAP = 54
const ROWS = 19
const CONDUCTOR = { x: 0, y: 450 }

// Rows of seats around the conductor at the left edge, beside the card. Each has as many seats as a full circle would
// hold.
const rows = Array.from({ length: ROWS }, (_, row) => {
  const radius = 150 + row * ROW_GAP
  const seatCount = 2 * Math.round((Math.PI * radius) / PITCH)
  return { radius, seatCount }
})
const taken = rows.map(takenSeats).join('')

/**
 * The seats at the right of the login page, drawn without an image file. They are rendered after the first frame,
 * because hundreds of round seats cost a slow processor more than the rest of the page.
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
      {rows.map(({ radius, seatCount }) => {
        const pitch = (2 * Math.PI * radius) / seatCount
        const rotation = -90 + (90 * (pitch - SEAT)) / (Math.PI * radius)
        return (
          <circle
            key={radius}
            stroke="var(--brand-100)"
            cy={CONDUCTOR.y}
            r={radius}
            strokeDasharray={`${SEAT} ${short(pitch - SEAT)}`}
            transform={`rotate(${short(rotation)} ${CONDUCTOR.x} ${CONDUCTOR.y})`}
          />
        )
      })}
      <path stroke="var(--brand-200)" d={taken} />
    </svg>
  )
}

/** Fills about one seat in seven, by a fixed rule, so that every build renders the same page. */
function takenSeats({ radius, seatCount }: (typeof rows)[number], row: number): string {
  const step = (2 * Math.PI) / seatCount
  const half = SEAT / radius / 2
  return Array.from({ length: seatCount / 2 }, (_, seat) => seat)
    .filter((seat) => (seat * 7919 + row * 104_729 + seat * row * 31) % 61 < 8)
    .map((seat) => -Math.PI / 2 + (seat + 0.5) * step)
    .map((angle) => arc(CONDUCTOR, radius, angle - half, angle + half))
    .join('')
}

interface Point {
  x: number
  y: number
}

/** Returns the path of an arc around a centre, between two angles in radians. */
function arc(middle: Point, radius: number, from: number, to: number): string {
  return `M${pointAt(middle, radius, from)}A${radius} ${radius} 0 0 1 ${pointAt(middle, radius, to)}`
}

function pointAt({ x, y }: Point, radius: number, angle: number): string {
  return `${short(x + radius * Math.cos(angle))} ${short(y + radius * Math.sin(angle))}`
}

/** Formats a length with the decimals that are visible. */
function short(value: number): string {
  return String(Math.round(value * 100) / 100)
}
