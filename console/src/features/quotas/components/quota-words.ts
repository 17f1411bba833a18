import type { Quota, Quotas } from '@podium/contract/calls/quotas.ts'
import { padDecimals } from '@podium/contract/rules/rules.ts'
import { formatFileSize } from '../../../format/file-size.ts'
import { formatNumber } from '../../../format/number.ts'

/** The label of each limit, its unit, and the unit beside the label if the label does not name it. */
export const QUOTA_WORDS: Record<Quota, { label: string; unit: string; one?: string; mark?: string }> = {
  runs: { label: 'Runs at once', unit: 'runs', one: 'run' },
  cpu: { label: 'CPU at once', unit: 'vCPU', mark: 'vCPU' },
  memory_gib: { label: 'Memory at once', unit: 'GiB', mark: 'GiB' },
  gpu: { label: 'GPU at once', unit: 'GPU' },
  hours_month: { label: 'Hours a month', unit: 'hours', one: 'hour' },
  storage_gib: { label: 'Storage', unit: 'GiB', mark: 'GiB' },
}

/** '6 of 8 runs', '0.5 of 250 GiB', or '6 runs' without a limit. */
export function usedOf(quota: Quota, used: number, limit: number | null): string {
  return limit === null
    ? usedWords(quota, used, limit)
    : `${usedNumber(quota, used)} of ${amountOf(quota, limit)}`
}

/** '6 runs', '0.25 hours', '1.18 MB'; storage in the unit of its limit if it has one. */
export function usedWords(quota: Quota, used: number, limit: number | null): string {
  if (quota === 'storage_gib' && limit === null) return storedWords(used)
  return `${usedNumber(quota, used)} ${unitOf(quota, used)}`
}

const GIB = 1024 ** 3

/** The stored size in the format of file sizes. */
export function storedWords(gib: number): string {
  return formatFileSize(gib * GIB)
}

/** Hours have two decimals, as all amounts of use. */
function usedNumber(quota: Quota, used: number): string {
  const rounded = Math.round(used * 100) / 100
  if (used > 0 && rounded === 0) return 'under 0.01'
  return quota === 'hours_month' ? padDecimals(formatNumber(rounded), 2) : formatNumber(rounded)
}

/** A limit: '1 run', '8 runs', '2.5 hours'. */
export function amountOf(quota: Quota, amount: number): string {
  return `${formatNumber(amount)} ${unitOf(quota, amount)}`
}

function unitOf(quota: Quota, amount: number): string {
  const { unit, one = unit } = QUOTA_WORDS[quota]
  return amount === 1 ? one : unit
}

/** How much of the limit is used, in percent; null without a limit. */
export function percentOf(used: number, limit: number | null): number | null {
  if (limit === null) return null
  return limit === 0 ? 100 : Math.min(100, (used / limit) * 100)
}

const SPANS: Partial<Record<Quota, string>> = { hours_month: 'a month', storage_gib: 'of storage' }

/** The limits that are set: '4 runs at once, 120 hours a month'; '' for none. */
export function limitsInWords(limits: Quotas): string {
  const set = (Object.keys(QUOTA_WORDS) as Quota[]).filter((quota) => limits[quota] !== null)
  const words = set.map((quota) => {
    const span = SPANS[quota] ?? (quota === 'memory_gib' ? 'of memory at once' : 'at once')
    return `${amountOf(quota, limits[quota] ?? 0)} ${span}`
  })
  return words.join(', ')
}
