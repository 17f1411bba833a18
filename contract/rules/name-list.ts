/**
 * Joins names with commas. A name with a comma or quote, as figures may have, is quoted with its quotes doubled, as in
 * CSV: `loss,"recall (cat, dog)"`.
 */
export function listOfNames(names: readonly string[]): string {
  return names.map((name) => (/[,"]/.test(name) ? quoted(name) : name)).join(',')
}

/** Parses a text from `listOfNames`: each name once, trimmed. */
export function namesInList(text: string): string[] {
  const names = [...text.matchAll(/\s*"((?:[^"]|"")*)"\s*(?=,|$)|[^,]+/g)].map(([plain, inQuotes]) =>
    inQuotes === undefined ? plain.trim() : inQuotes.replaceAll('""', '"'),
  )
  return [...new Set(names)].filter((name) => name !== '')
}

/** The name in a condition such as `accuracy>0.9`, quoted if it contains characters that end a name there. */
export function nameInCondition(name: string): string {
  return /[<>=!"]/.test(name) ? quoted(name) : name
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
