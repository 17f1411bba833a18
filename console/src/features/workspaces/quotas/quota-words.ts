import type { Quota, Quotas } from '@podium/contract/quotas.ts'
import { countOf, formatNumber } from '../../../format/number.ts'

/** Each limit as people call it, what it is counted in, and that beside the label where it does not say so. */
export const QUOTA_WORDS: Record<Quota, { label: string; unit: string; mark?: string }> = {
  runs: { label: 'Runs at once', unit: 'runs' },
  cpu: { label: 'CPU at once', unit: 'vCPU', mark: 'vCPU' },
  memory_gib: { label: 'Memory at once', unit: 'GiB', mark: 'GiB' },
  gpu: { label: 'GPU at once', unit: 'GPU' },
  hours_month: { label: 'Hours a month', unit: 'h' },
  storage_gib: { label: 'Storage', unit: 'GiB', mark: 'GiB' },
}

/** '6 of 8 runs', or '6 runs' where there is no limit. */
export function usedOf(quota: Quota, used: number, limit: number | null): string {
  const rounded = Math.round(used * 10) / 10
  if (limit === null) return amountOf(quota, rounded)
  const shown = used > 0 && rounded === 0 ? 'less than 0.1' : formatNumber(rounded)
  return `${shown} of ${amountOf(quota, limit)}`
}

/** '1 run', '6 runs', '2.5 h' */
function amountOf(quota: Quota, amount: number): string {
  return quota === 'runs' ? countOf(amount, 'run') : `${formatNumber(amount)} ${QUOTA_WORDS[quota].unit}`
}

/** How much of the limit is used, in percent; null without a limit. */
export function percentOf(used: number, limit: number | null): number | null {
  if (limit === null) return null
  return limit === 0 ? 100 : Math.min(100, (used / limit) * 100)
}

const SPANS: Partial<Record<Quota, string>> = { hours_month: 'a month', storage_gib: 'of storage' }

/** Those that are set: '4 runs at once, 120 h a month'. */
export function limitsInWords(limits: Quotas): string {
  const set = (Object.keys(QUOTA_WORDS) as Quota[]).filter((quota) => limits[quota] !== null)
  const words = set.map((quota) => {
    const span = SPANS[quota] ?? (quota === 'memory_gib' ? 'of memory at once' : 'at once')
    return `${amountOf(quota, limits[quota] ?? 0)} ${span}`
  })
  return words.join(', ') || 'no limits'
}
