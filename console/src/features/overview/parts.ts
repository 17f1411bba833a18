import { type ShownState, shownState } from '@podium/contract/rules/run-state.ts'
import { formatDateTime } from '../../format/date-time.ts'
import { paths } from '../../navigation/paths.ts'
import type { Target } from '../../navigation/target.ts'
import type { Content } from './use-home.ts'

/** The states from the bottom of a bar to its top. */
export const SHOWN = ['succeeded', 'failed', 'stopped', 'training', 'queued'] as const

/** The runs of an hour or a day. */
export interface Part {
  from: string
  counts: Record<ShownState, number>
  total: number
  /** the list of these runs */
  target: Target
}

export function partsOf({ parts }: Content<'runs'>): Part[] {
  return parts.map(({ from, runs }, at) => {
    const to = parts[at + 1]?.from
    const counts = { succeeded: 0, failed: 0, stopped: 0, training: 0, queued: 0 }
    for (const state of Object.keys(runs) as (keyof typeof runs)[])
      counts[shownState(state)] += runs[state] ?? 0
    const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
    return { from, counts, total, target: paths.models({ view: 'runs', from, to }) }
  })
}

/** Returns '2026/11/20', with the time of day if the parts are hours. */
export function partName(from: string, days: number): string {
  const moment = formatDateTime(from)
  return days === 1 ? moment : moment.slice(0, 10)
}
