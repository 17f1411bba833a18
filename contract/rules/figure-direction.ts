import { isLive, type RunState } from './run-state.ts'

/** Words in names of figures that are better the higher, or the lower, they are. */
const UP = new Set(['accuracy', 'acc', 'f1', 'auc', 'precision', 'recall'])
const DOWN = new Set(['loss', 'error'])

/** The better direction, if the name tells. */
export function directionOf(name: string): 'up' | 'down' | undefined {
  const words = name.toLowerCase().split(/[^a-z0-9]+/)
  if (words.some((word) => DOWN.has(word))) return 'down'
  return words.some((word) => UP.has(word)) ? 'up' : undefined
}

/** The best of some values, if the name tells the better direction. */
export function bestOf(name: string, values: readonly number[]): number | undefined {
  const direction = directionOf(name)
  if (direction === undefined || values.length === 0) return undefined
  return direction === 'up' ? Math.max(...values) : Math.min(...values)
}

/** The best value that ended runs reached in a figure; undefined for a single run and if all reached the same. */
export function bestOfEnded(
  name: string,
  runs: readonly { state: RunState; metrics: Readonly<Record<string, number>> }[],
): number | undefined {
  const ended = runs.filter(({ state }) => !isLive(state)).flatMap(({ metrics }) => metrics[name] ?? [])
  return new Set(ended).size > 1 ? bestOf(name, ended) : undefined
}
