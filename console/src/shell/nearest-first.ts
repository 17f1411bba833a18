/**
 * What is called exactly that first, then what begins with the text, then what holds it, then what was found for another
 * reason; equals stay as they came.
 */
export function nearestFirst<Found extends { name: string }>(found: readonly Found[], text: string): Found[] {
  const wanted = text.toLowerCase()
  return found.toSorted((one, other) => distance(one.name, wanted) - distance(other.name, wanted))
}

function distance(name: string, wanted: string): number {
  const place = name.toLowerCase().indexOf(wanted)
  if (place === 0) return name.length === wanted.length ? 0 : 1
  return place > 0 ? 2 : 3
}
