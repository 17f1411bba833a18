import type { Summary } from './figures.tsx'

/** How many runs there are in any state. */
export function countRuns({ runs }: Pick<Summary, 'runs'>): number {
  return Object.values(runs).reduce((sum, count) => sum + count, 0)
}
