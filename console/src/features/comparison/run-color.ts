import { paletteColor } from '../../ui/chart/palette.ts'

/** Indices into the palette, beginning with colours that are easy to tell from each other, the accent and a failure. */
const IN_USE = [0, 4, 3, 1, 5, 12, 9, 13, 7, 10, 11, 6, 15, 18, 16, 14, 19, 17, 2, 8]

/** Returns the colour of each compared run, independent of their order. */
export function runColors(ids: readonly string[]): (id: string) => string {
  const sorted = ids.toSorted()
  return (id) => paletteColor(IN_USE[sorted.indexOf(id) % IN_USE.length] ?? 0)
}
