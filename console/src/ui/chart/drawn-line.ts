import type { LineGap } from './line-gaps.ts'
import type { Line } from './line-points.ts'

/** A line with its colour, as a chart draws and tells it. */
export interface DrawnLine {
  id: string
  name: string
  color: string
  exact: Line
  smoothed: Line | null
  /** The stretches in which its values were not numbers. */
  gaps: readonly LineGap[]
  /** All places that can be read, in order: of its values, and of the ends of its gaps. */
  places: Float64Array
  /** How many points the scale has no place for. */
  left: number
  /** True if a step has several values, of which the last one is drawn. */
  isRepeated: boolean
}
