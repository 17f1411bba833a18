import { paletteColor } from '../../../ui/chart/palette.ts'

/** The places in the palette, those first that are told apart from each other and from the accent and a failure. */
const IN_USE = [0, 4, 3, 1, 5, 12, 9, 13, 7, 10, 11, 6, 15, 18, 16, 14, 19, 17, 2, 8]

/** The colour of a run among those that are compared: another order of them does not change it. */
export function runColors(ids: readonly string[]): (id: string) => string {
  const sorted = ids.toSorted()
  return (id) => paletteColor(IN_USE[sorted.indexOf(id) % IN_USE.length] ?? 0)
}
