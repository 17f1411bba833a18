import { padDecimals } from '@podium/contract/rules.ts'
import type { Usage } from '@podium/contract/workspaces.ts'
import { formatNumber } from '../../../format/number.ts'

/** '1,204.50 hours', '0.25 GiB', or '9,740 EUR': money comes cut down to a multiple of 10, all else keeps two decimals. */
export function amountOf({ amount, unit }: Pick<Usage, 'amount' | 'unit'>): string {
  return isMeasured(unit) ? `${twoDecimals(amount)} ${unit}` : `${formatNumber(amount)} ${unit}`
}

/** What the amounts are in, after a comma in a table's foot. */
export function unitNote(usage: readonly Usage[]): string {
  const money = usage.find(({ unit }) => !isMeasured(unit))
  if (money) return `amounts in ${money.unit}, rounded down to 10`
  return usage.some(({ unit }) => unit === 'GiB') ? 'runs in hours, storage in GiB' : 'runs in hours'
}

function isMeasured(unit: string): boolean {
  return unit === 'hours' || unit === 'GiB'
}

function twoDecimals(amount: number): string {
  return padDecimals(formatNumber(Math.round(amount * 100) / 100), 2)
}
