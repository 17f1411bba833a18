export interface ChosenVersion {
  id: string
  n: number
}

/** The solution version that the address names; undefined where it names none. */
export function chosenVersion(search: Record<string, string | undefined>): ChosenVersion | undefined {
  const id = search.solution ?? ''
  const n = Number(search.version?.replace(/^v/, ''))
  return id !== '' && Number.isInteger(n) && n > 0 ? { id, n } : undefined
}
