/**
 * Writes names as one text with commas between them. A name that holds a comma or a quote, as those of figures may, stands
 * in quotes, and a quote in it is doubled, as in CSV: `loss,"recall (cat, dog)"`.
 */
export function listOfNames(names: readonly string[]): string {
  return names.map((name) => (/[,"]/.test(name) ? quoted(name) : name)).join(',')
}

/** Reads what `listOfNames` wrote: each name once, without spaces around it. */
export function namesInList(text: string): string[] {
  const names = [...text.matchAll(/\s*"((?:[^"]|"")*)"\s*(?=,|$)|[^,]+/g)].map(([plain, inQuotes]) =>
    inQuotes === undefined ? plain.trim() : inQuotes.replaceAll('""', '"'),
  )
  return [...new Set(names)].filter((name) => name !== '')
}

/** Writes the name of a condition such as `accuracy>0.9`: in quotes where it holds what ends a name there. */
export function nameInCondition(name: string): string {
  return /[<>=!"]/.test(name) ? quoted(name) : name
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
