/** How many lines a chart can hold apart by colour. */
export const MOST_COLORS = 20

/** The colour of the n-th line of a chart, from the tokens. */
export function paletteColor(place: number): string {
  return `var(--line-${(place % MOST_COLORS) + 1})`
}
