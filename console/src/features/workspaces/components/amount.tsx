import { amountOf, exactAmountOf, type Used } from './usage-words.ts'

/** An amount that was used, in full where the pointer rests on it. */
export function Amount({ of: used }: { of: Used }) {
  return <span title={exactAmountOf(used)}>{amountOf(used)}</span>
}
