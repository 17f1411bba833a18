import { NOTHING } from './nothing.ts'

const grouped = new Intl.NumberFormat('en-US', { maximumFractionDigits: 20 })

/** '1,204'; a dash when unknown. */
export function formatNumber(value: number | null | undefined): string {
  return isNumber(value) ? grouped.format(value) : NOTHING
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
