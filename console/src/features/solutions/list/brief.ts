import type { Solution } from '@podium/contract/solutions.ts'
import { formatNumber } from '../../../format/number.ts'

/** 'No. 7 · train, inference': what tells a solution from one of a like name. */
export function briefOf({ seq, versions }: Pick<Solution, 'seq' | 'versions'>): string {
  const pipelines = versions[0]?.pipelines.join(', ')
  return [`No. ${formatNumber(seq)}`, pipelines].filter(Boolean).join(' · ')
}
