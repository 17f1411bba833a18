/** Formats MiB for people: `2.0 GiB`. */
export function gibibytes(mebibytes: number): string {
  return `${(mebibytes / 1024).toFixed(1)} GiB`
}
