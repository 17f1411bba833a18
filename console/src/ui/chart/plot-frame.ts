/** The margins around the plot area, in pixels. The left one is as wide as the value labels. */
export interface PlotFrame {
  right: number
  top: number
  bottom: number
}

const WIDE: PlotFrame = { right: 20, top: 8, bottom: 26 }
const SMALL: PlotFrame = { right: 8, top: 6, bottom: 24 }
const LOWEST_WIDE = 160

/** Returns the margins of a chart of that height. */
export function frameOf(height: number): PlotFrame {
  return height < LOWEST_WIDE ? SMALL : WIDE
}

const MOST = 320
const LEAST = 240

/** Positions the box that describes a point: on the side with more room, within the chart. */
export function besidePlace(left: number, width: number) {
  const isRight = left > width / 2
  const room = (isRight ? left : width - left) - 12
  const offset = Math.max(Math.min(width - room, width - LEAST), 0)
  return { [isRight ? 'right' : 'left']: offset, maxWidth: Math.min(Math.max(room, LEAST), MOST, width) }
}
