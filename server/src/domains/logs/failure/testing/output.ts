/** A log of a program that failed, and what a person would say was the reason; null where that is the last line. */
export interface Output {
  of: string
  log: string
  title: string | null
  place: string | null
}
