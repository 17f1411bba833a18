import styles from './log.module.css'

interface LogMarkersProps {
  lines: number
  errors: readonly number[]
  hits: readonly number[]
  onShow: (line: number) => void
}

/** So many places the column can tell apart. */
const PLACES = 200

/**
 * A column beside the scrollbar that shows where in the log errors and hits are. For the pointer only: by keyboard they
 * are reached from hit to hit.
 */
export function LogMarkers({ lines, errors, hits, onShow }: LogMarkersProps) {
  return (
    <div aria-hidden="true" className={styles.markers}>
      <Places numbers={errors} lines={lines} className={styles.errorMarker} onShow={onShow} />
      <Places numbers={hits} lines={lines} className={styles.hitMarker} onShow={onShow} />
    </div>
  )
}

interface PlacesProps {
  numbers: readonly number[]
  lines: number
  className: string | undefined
  onShow: (line: number) => void
}

function Places({ numbers, lines, className, onShow }: PlacesProps) {
  return [...placesOf(numbers, lines)].map(([place, line]) => (
    <button
      key={place}
      type="button"
      tabIndex={-1}
      className={className}
      style={{ top: `${(place / PLACES) * 100}%` }}
      onClick={() => onShow(line)}
    />
  ))
}

/** The first of the lines at each place. */
function placesOf(numbers: readonly number[], lines: number): Map<number, number> {
  const places = new Map<number, number>()
  for (const line of numbers) {
    const place = Math.floor((line / Math.max(1, lines)) * PLACES)
    if (!places.has(place)) places.set(place, line)
  }
  return places
}
