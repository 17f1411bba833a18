/** A log of a failed program, and the reason that a person would name; null if it is the last line. */
export interface Output {
  of: string
  log: string
  title: string | null
  place: string | null
}
