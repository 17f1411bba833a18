import type { Line } from './line-points.ts'

/** A line with its colour, as a chart draws and tells it. */
export interface DrawnLine {
  id: string
  name: string
  color: string
  exact: Line
  smoothed: Line | null
  /** How many points the scale has no place for. */
  left: number
}
