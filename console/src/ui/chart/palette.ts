/** How many lines a chart can hold apart by colour. */
export const MOST_COLORS = 20

/** The colour of the n-th line of a chart, from the tokens. */
export function paletteColor(index: number): string {
  return `var(--line-${(index % MOST_COLORS) + 1})`
}
