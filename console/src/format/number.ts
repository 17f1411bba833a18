import { NOTHING } from './nothing.ts'

const grouped = new Intl.NumberFormat('en-US', { maximumFractionDigits: 20 })

/** '1,204'; a dash when unknown. */
export function formatNumber(value: number | null | undefined): string {
  return isNumber(value) ? grouped.format(value) : NOTHING
}

/** The amount cut down to a multiple of 10: 9748 is 9740. */
export function truncateToTen(amount: number): number {
  return Math.floor(amount / 10) * 10
}

/** An amount as shown: cut down to a multiple of 10, with separators. */
export function formatAmount(amount: number | null | undefined): string {
  return isNumber(amount) ? grouped.format(truncateToTen(amount)) : NOTHING
}

/** The number with at least so many decimals: 0.9 with 4 is '0.9000'. More are kept, never cut. */
export function padDecimals(value: number | string | null | undefined, digits: number): string {
  if (value === null || value === undefined || value === '') return NOTHING
  const [whole = '', decimals = ''] = String(value).split('.')
  const padded = decimals.padEnd(digits, '0')
  return padded === '' ? whole : `${whole}.${padded}`
}

/** A share of 1 as '58 %'. */
export function formatShare(share: number | null | undefined): string {
  return isNumber(share) ? `${Math.round(share * 100)} %` : NOTHING
}

/** '1 run', '12 runs', '1,204 runs'. */
export function countOf(count: number, one: string, many: string = `${one}s`): string {
  return `${grouped.format(count)} ${count === 1 ? one : many}`
}

function isNumber(value: number | null | undefined): value is number {
  return typeof value === 'number' && Number.isFinite(value)
}
