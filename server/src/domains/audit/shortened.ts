const LONGEST_FIELD = 2000

/** The value, with long text cut: the log says what was done, it is no second copy. */
export function shortened(value: unknown, longest: number): unknown {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  if (text.length <= longest) return value
  const characters = [...text]
  return characters.length > longest ? `${characters.slice(0, longest).join('')}…` : value
}

/** The fields before and after a change as the log stores them. */
export function shortenedSides(before: Record<string, unknown>, after: Record<string, unknown>) {
  return { before: shortenedFields(before), after: shortenedFields(after) }
}

/** Fields as the log stores them. */
export function shortenedFields(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, shortened(value, LONGEST_FIELD)]),
  )
}
