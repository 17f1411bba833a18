import styles from './log.module.css'

interface LogMarkersProps {
  lines: number
  errors: readonly number[]
  hits: readonly number[]
  onShow: (line: number) => void
}

/** So many places the column can tell apart. */
const POSITIONS = 200

/**
 * A column beside the scrollbar that shows where in the log errors and hits are. For the pointer only: by keyboard they
 * are reached from hit to hit.
 */
export function LogMarkers({ lines, errors, hits, onShow }: LogMarkersProps) {
  return (
    <div aria-hidden="true" className={styles.markers}>
      <Marks numbers={errors} lines={lines} className={styles.errorMarker} onShow={onShow} />
      <Marks numbers={hits} lines={lines} className={styles.hitMarker} onShow={onShow} />
    </div>
  )
}

interface MarksProps {
  numbers: readonly number[]
  lines: number
  className: string | undefined
  onShow: (line: number) => void
}

function Marks({ numbers, lines, className, onShow }: MarksProps) {
  return [...positionsOf(numbers, lines)].map(([position, line]) => (
    <button
      key={position}
      type="button"
      tabIndex={-1}
      className={className}
      style={{ top: `${(position / POSITIONS) * 100}%` }}
      onClick={() => onShow(line)}
    />
  ))
}

/** The first of the lines at each place. */
function positionsOf(numbers: readonly number[], lines: number): Map<number, number> {
  const positions = new Map<number, number>()
  for (const line of numbers) {
    const position = Math.floor((line / Math.max(1, lines)) * POSITIONS)
    if (!positions.has(position)) positions.set(position, line)
  }
  return positions
}
