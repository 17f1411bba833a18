/** The number of lines that a chart can distinguish by colour. */
export const MAX_COLORS = 20

/** Returns the CSS colour of the n-th line of a chart. */
export function paletteColor(index: number): string {
  return `var(--line-${(index % MAX_COLORS) + 1})`
}
