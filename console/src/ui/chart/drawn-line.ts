import type { LineGap } from './line-gaps.ts'
import type { Line } from './line-points.ts'

/** A line with its colour, as a chart draws it and reads it out. */
export interface DrawnLine {
  id: string
  name: string
  color: string
  exact: Line
  smoothed: Line | null
  /** Ranges in which its values were not numbers. */
  gaps: readonly LineGap[]
  /** All positions that can be read, in order: those of its values, and the ends of its gaps. */
  places: Float64Array
  /** The number of points that the scale cannot show. */
  left: number
  /** True if a step has several values; the last one is drawn. */
  isRepeated: boolean
}
