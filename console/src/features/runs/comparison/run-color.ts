import { paletteColor } from '../../../ui/chart/palette.ts'

/** The colour of a run among those that are compared: another order of them does not change it. */
export function runColors(ids: readonly string[]): (id: string) => string {
  const sorted = ids.toSorted()
  return (id) => paletteColor(sorted.indexOf(id))
}
