import { countOf } from '../../../format/number.ts'
import layout from '../../../theme/layout.module.css'
import type { Check, CheckVerdict } from '../../../ui/form/check-list.tsx'
import { Sentence } from '../../../ui/text/sentence.tsx'

/** Joins checks with the same title into one, with a line for each. */
export function joinChecks(checks: readonly Check[]): Check[] {
  const titles = checks.map(({ title }) => title)
  const firsts = checks.filter(({ title }, at) => titles.indexOf(title) === at)
  return firsts.map((first) => {
    const details = checks.filter(({ title }) => title === first.title).map(({ detail }) => detail)
    if (details.length === 1) return { ...first, detail: shown(first.detail) }
    const lines = details.map((detail, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: lines of one check are told apart by their place alone
      <span key={at}>{shown(detail)}</span>
    ))
    return { ...first, detail: <span className={layout.stackTight}>{lines}</span> }
  })
}

/** Renders text between backticks as code. */
function shown(detail: Check['detail']): Check['detail'] {
  return typeof detail === 'string' ? <Sentence>{detail}</Sentence> : detail
}

const WORDS: Record<CheckVerdict, [one: string, many: string]> = {
  good: ['passed', 'passed'],
  warning: ['warning', 'warnings'],
  wrong: ['wrong', 'wrong'],
  running: ['running', 'running'],
}

/** '5 of 5 passed', '4 passed, 1 warning, 1 running' */
export function countChecks(checks: readonly Check[]): string {
  const counts = (Object.keys(WORDS) as CheckVerdict[])
    .map((verdict) => ({ verdict, count: checks.filter((check) => check.verdict === verdict).length }))
    .filter(({ count }) => count > 0)
  const [only] = counts
  if (only?.verdict === 'good' && counts.length === 1) return `${only.count} of ${only.count} passed`
  return counts.map(({ verdict, count }) => countOf(count, ...WORDS[verdict])).join(', ')
}
