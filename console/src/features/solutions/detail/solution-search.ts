/** What the address of a solution page says, and what makes no sense there counts as not said. */

/** The version to show: the one named in the address, else the newest; undefined where there is none. */
export function chosenVersion(asked: string | undefined, newest: number | undefined): number | undefined {
  const number = Number(asked)
  if (newest === undefined || !Number.isInteger(number) || number < 1 || number > newest) return newest
  return number
}

/** Titles with the word each has in the address: 'Key Feature' is `key-feature`. No word stands twice. */
export function tabValues(titles: readonly string[]): string[] {
  const taken: string[] = []
  for (const title of titles) {
    const word = title.trim().toLowerCase().replaceAll(/\s+/g, '-') || 'detail'
    const same = taken.filter((value) => value === word || value.startsWith(`${word}~`)).length
    taken.push(same === 0 ? word : `${word}~${same + 1}`)
  }
  return taken
}

/** The tab named in the address, else the one to open without it. */
export function chosenTab(asked: string | undefined, values: readonly string[], first = values[0]): string {
  return values.find((value) => value === asked) ?? first ?? ''
}
