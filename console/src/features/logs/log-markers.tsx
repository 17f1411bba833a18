import styles from './log.module.css'

interface LogMarkersProps {
  rows: number
  errors: readonly number[]
  hits: readonly number[]
  onShow: (row: number) => void
}

/** The number of distinct positions in the column. */
const POSITIONS = 200

/**
 * A column beside the scrollbar that shows the positions of errors and hits. For the pointer only; the keyboard goes
 * from hit to hit.
 */
export function LogMarkers({ rows, errors, hits, onShow }: LogMarkersProps) {
  return (
    <div aria-hidden="true" className={styles.markers}>
      <Marks numbers={errors} rows={rows} className={styles.errorMarker} onShow={onShow} />
      <Marks numbers={hits} rows={rows} className={styles.hitMarker} onShow={onShow} />
    </div>
  )
}

interface MarksProps {
  numbers: readonly number[]
  rows: number
  className: string | undefined
  onShow: (row: number) => void
}

function Marks({ numbers, rows, className, onShow }: MarksProps) {
  return [...positionsOf(numbers, rows)].map(([position, row]) => (
    <button
      key={position}
      type="button"
      tabIndex={-1}
      className={className}
      style={{ top: `${(position / POSITIONS) * 100}%` }}
      onClick={() => onShow(row)}
    />
  ))
}

/** Returns the first row at each position. */
function positionsOf(numbers: readonly number[], rows: number): Map<number, number> {
  const positions = new Map<number, number>()
  for (const row of numbers) {
    const position = Math.floor((row / Math.max(1, rows)) * POSITIONS)
    if (!positions.has(position)) positions.set(position, row)
  }
  return positions
}
