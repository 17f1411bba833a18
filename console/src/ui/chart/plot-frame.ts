/** The room around the lines of a chart, in pixels: what the axes need. */
export interface PlotFrame {
  left: number
  right: number
  top: number
  bottom: number
}

const WIDE: PlotFrame = { left: 58, right: 14, top: 8, bottom: 26 }
const SMALL: PlotFrame = { left: 42, right: 6, top: 6, bottom: 24 }
const LOWEST_WIDE = 160

/** The frame of a chart of that height. */
export function frameOf(height: number): PlotFrame {
  return height < LOWEST_WIDE ? SMALL : WIDE
}
