import { isObject } from '@podium/contract/metadata-json.ts'
import { plainLine } from '@podium/engines/plain-line.ts'

/** Bytes of a metrics.json that is read at all. */
export const LARGEST_METRICS = 1024 * 1024
const LONGEST_NAME = 100
const MOST_FIGURES = 200

export interface Figures {
  metrics: Record<string, number>
  /** sentences about what could not be used; never a reason to fail the run */
  warnings: string[]
}

/** The figures in a run's metrics.json: its finite numbers. Whatever else is in it is left out and said. */
export function figuresIn(text: string): Figures {
  const parsed = parse(text)
  if (!isObject(parsed))
    return { metrics: {}, warnings: ['metrics.json is not a JSON object of numbers, so it was left out.'] }
  const entries = Object.entries(parsed)
  const usable = entries.filter(
    (entry): entry is [string, number] =>
      typeof entry[1] === 'number' && Number.isFinite(entry[1]) && entry[0].length <= LONGEST_NAME,
  )
  const kept = usable.slice(0, MOST_FIGURES)
  const left = entries.filter(([name]) => !kept.some(([other]) => other === name)).map(([name]) => name)
  const warnings =
    left.length === 0 ? [] : [`metrics.json: ${shortList(left)} left out; only numbers are kept.`]
  return { metrics: Object.fromEntries(kept), warnings }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function shortList(names: string[]): string {
  const shown = names.slice(0, 5).map((name) => plainLine(name, LONGEST_NAME))
  return names.length > shown.length
    ? `${shown.join(', ')} and ${names.length - shown.length} others`
    : shown.join(', ')
}
