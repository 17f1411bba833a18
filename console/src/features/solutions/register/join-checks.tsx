import type { ReactNode } from 'react'
import { countOf } from '../../../format/number.ts'
import type { Check, CheckVerdict } from '../../../ui/check-list.tsx'

/** Checks of one title become one, with a line of fact for each. */
export function joinChecks(checks: readonly Check[]): Check[] {
  const joined = new Map<string, Check>()
  for (const check of checks) {
    const before = joined.get(check.title)
    joined.set(check.title, before ? { ...before, detail: inLines(before.detail, check.detail) } : check)
  }
  return [...joined.values()]
}

function inLines(before: ReactNode, added: ReactNode): ReactNode {
  return (
    <>
      {before}
      <br />
      {added}
    </>
  )
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
