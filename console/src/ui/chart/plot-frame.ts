/** The room around the lines of a chart, in pixels: what the axes need. */
export const PLOT = { left: 58, right: 14, top: 8, bottom: 26 } as const
