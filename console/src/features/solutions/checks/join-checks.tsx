import { countOf } from '../../../format/number.ts'
import layout from '../../../theme/layout.module.css'
import type { Check, CheckVerdict } from '../../../ui/form/check-list.tsx'

/** Checks of one title become one, with a line of fact for each. */
export function joinChecks(checks: readonly Check[]): Check[] {
  const titles = new Set(checks.map(({ title }) => title))
  return [...titles].flatMap((title) => joined(checks.filter((check) => check.title === title)))
}

function joined([first, ...more]: readonly Check[]): Check[] {
  if (first === undefined || more.length === 0) return first ? [first] : []
  const details = [first, ...more].map(({ detail }, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: lines of one check are told apart by their place alone
    <span key={at}>{detail}</span>
  ))
  return [{ ...first, detail: <span className={layout.stackTight}>{details}</span> }]
}

/** '5 good, 1 warning, 1 running' */
export function countChecks(checks: readonly Check[]): string {
  const count = (verdict: CheckVerdict) => checks.filter((check) => check.verdict === verdict).length
  const warnings = count('warning')
  const parts = [
    [count('good'), `${count('good')} good`],
    [warnings, countOf(warnings, 'warning')],
    [count('wrong'), `${count('wrong')} wrong`],
    [count('running'), `${count('running')} running`],
  ] as const
  return parts.flatMap(([amount, words]) => (amount === 0 ? [] : [words])).join(', ')
}
