import type uPlot from 'uplot'
import type { LineGap } from './line-gaps.ts'

/** The gaps of one line, in its colour. */
export interface GapMarks {
  color: string
  gaps: readonly LineGap[]
}

/** All sizes are in CSS pixels. */
const LEAST_WIDTH = 4
const HEIGHT = 4
/** The height for all lines' marks. Each line has a row of its own while that is visible. */
const ROOM = 6
const MAX_ROWS = 4
/** The space between the plot area and the marks. */
const AWAY = 1

/**
 * Draws a bar along the chart's edge for each gap, outside the plot area: at the top for positive infinity, else at
 * the bottom. If only one line has gaps, their background is tinted too.
 */
export function drawGapMarks(
  { ctx: pen, bbox, valToPos }: uPlot,
  scale: number,
  marks: readonly GapMarks[],
  colorOf: (color: string) => string,
): void {
  const rows = Math.min(marks.length, MAX_ROWS)
  const pitch = rows < 2 ? HEIGHT : ROOM / rows
  const [left, right] = [bbox.left, bbox.left + bbox.width]

  /** Returns the left and right edge; null if out of sight. */
  function spanOf({ from, to }: LineGap): [number, number] | null {
    const [begin, end] = [valToPos(from, 'x', true), valToPos(to, 'x', true)]
    if (end < left || begin > right) return null
    const missing = Math.max(LEAST_WIDTH * scale - (end - begin), 0) / 2
    return [Math.max(begin - missing, left), Math.min(end + missing, right)]
  }

  pen.save()
  for (const [at, { color, gaps }] of marks.entries()) {
    const row = at % rows
    for (const gap of gaps) {
      const span = spanOf(gap)
      if (span === null) continue
      const [begin, end] = span
      const width = end - begin
      if (marks.length === 1 && gap.isBreak) {
        pen.fillStyle = colorOf(`color-mix(in srgb, ${color} 7%, transparent)`)
        pen.fillRect(begin, bbox.top, width, bbox.height)
      }
      const top =
        gap.kind === 'inf'
          ? bbox.top - (AWAY + (row + 1) * pitch) * scale
          : bbox.top + bbox.height + (AWAY + row * pitch) * scale
      pen.fillStyle = colorOf(color)
      pen.fillRect(begin, top, width, (rows < 2 ? pitch : pitch - 0.5) * scale)
    }
  }
  pen.restore()
}
