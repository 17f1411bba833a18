import { NOTHING } from './nothing.ts'

const sixDigits = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 6 })
const grouped = new Intl.NumberFormat('en-US', { maximumFractionDigits: 20 })

/** '1,204'; a dash when unknown. */
export function formatNumber(value: number | null | undefined): string {
  return isNumber(value) ? grouped.format(value) : NOTHING
}

/** A figure of a run: '10,240,000' if whole, else six significant digits, with a power of ten for tiny numbers. */
export function formatFigure(value: number): string {
  if (Number.isInteger(value) || !Number.isFinite(value)) return grouped.format(value)
  return Math.abs(value) < 1e-4 ? String(Number(value.toPrecision(6))) : sixDigits.format(value)
}

/** A figure with all digits: '10,240,000', '0.567943221'. */
export function formatExact(value: number): string {
  return Number.isInteger(value) || Math.abs(value) >= 1e-4 ? grouped.format(value) : String(value)
}

/** A share of 1: '58 %'. */
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
