import type { Usage } from '@podium/contract/calls/workspace-use.ts'
import { padDecimals, truncateToTen } from '@podium/contract/rules/rules.ts'
import { formatNumber } from '../../../format/number.ts'

export type Used = Pick<Usage, 'amount' | 'exact' | 'unit'>

/**
 * '1,204.50 hours', '0.25 GiB', or '9,740 EUR'. Money is truncated to a multiple of 10, other amounts keep two
 * decimals. The tooltip shows the exact amount.
 */
export function Amount({ of: { amount, exact, unit } }: { of: Used }) {
  const isExactKnown = exact !== undefined && !isMeasured(unit)
  return (
    <span title={isExactKnown ? `${twoDecimals(exact)} ${unit}` : undefined}>
      {inWords({ amount, exact, unit })} {unit}
    </span>
  )
}

/** An amount that is truncated to zero is shown as 'under …'. */
function inWords({ amount, exact, unit }: Used): string {
  const isCutToNothing = amount === 0 && exact !== undefined && exact > 0
  if (isMeasured(unit)) return isCutToNothing ? 'under 0.01' : twoDecimals(amount)
  return isCutToNothing ? 'under 10' : formatNumber(amount)
}

/** Returns the amount before truncation, to decide whether there is any, and for drawing. */
export function sizeOf({ amount, exact = amount }: Used): number {
  return exact
}

/** Sums the use of several services. Money is summed before it is truncated. */
export function totalOf(usage: readonly Usage[]): Used {
  const size = usage.reduce((sum, used) => sum + sizeOf(used), 0)
  const unit = usage[0]?.unit ?? 'hours'
  const amount = isMeasured(unit) ? Math.round(size * 100) / 100 : truncateToTen(size)
  return { amount, exact: size, unit }
}

/** A table's note about truncated money; undefined without money, which needs no note. */
export function moneyNote(usage: readonly Usage[]): string | undefined {
  const money = usage.find(({ unit }) => !isMeasured(unit))
  return (
    money &&
    `amounts in ${money.unit}, rounded down to a multiple of 10; point at one to see the exact amount`
  )
}

/** True for hours and GiB, false for a currency. */
export function isMeasured(unit: string): boolean {
  return unit === 'hours' || unit === 'GiB'
}

function twoDecimals(amount: number): string {
  return padDecimals(formatNumber(Math.round(amount * 100) / 100), 2)
}
