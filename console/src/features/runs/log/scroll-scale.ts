/** Browsers stop at some ten million pixels: past this height, the scroll position stands for more than one row. */
export const TALLEST = 8_000_000

export interface ScrollScale {
  /** height of the scrolled element, in pixels */
  height: number
  /** the first row that stands at a scroll position */
  rowAt(scrollTop: number): number
  /** the scroll position that puts a row at the top */
  topOf(row: number): number
  /** the last row that may stand at the top */
  lastTop: number
}

/** Maps rows to pixels: one to one while they fit, scaled when they do not. */
export function scrollScale(rows: number, rowHeight: number, viewHeight: number): ScrollScale {
  const wanted = rows * rowHeight
  const height = Math.min(wanted, TALLEST)
  const lastTop = Math.max(0, rows - Math.floor(viewHeight / rowHeight))
  const range = Math.max(1, height - viewHeight)
  const scaled = wanted > TALLEST
  return {
    height,
    lastTop,
    rowAt: (scrollTop) => {
      if (scrollTop >= range - 0.5) return lastTop
      const row = scaled ? Math.round((scrollTop / range) * lastTop) : Math.round(scrollTop / rowHeight)
      return Math.min(lastTop, Math.max(0, row))
    },
    topOf: (row) => (scaled ? (row / Math.max(1, lastTop)) * range : row * rowHeight),
  }
}
