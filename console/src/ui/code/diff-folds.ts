import type { DiffLine } from './diff-lines.ts'

/** What a difference shows, from top to bottom: lines, or equal ones folded away. */
export type DiffPart =
  | { is: 'lines'; lines: readonly DiffLine[]; change: number | null }
  | { is: 'fold'; lines: readonly DiffLine[] }

/** Equal lines that stay in sight on each side of a change. */
const CONTEXT = 3
/** A fold takes a line itself: fewer are not worth one. */
const LEAST = 3

/** The difference in parts; changes are counted from 0, and what lies far from any is folded. */
export function partsOf(lines: readonly DiffLine[]): DiffPart[] {
  const parts: DiffPart[] = []
  let change = 0
  for (let at = 0; at < lines.length; ) {
    const isSame = lines[at]?.kind === 'same'
    let end = at
    while (end < lines.length && (lines[end]?.kind === 'same') === isSame) end += 1
    const run = lines.slice(at, end)
    if (isSame) parts.push(...folded(run, at === 0, end === lines.length))
    else parts.push({ is: 'lines', lines: run, change: change++ })
    at = end
  }
  return parts
}

function folded(run: readonly DiffLine[], isFirst: boolean, isLast: boolean): DiffPart[] {
  const head = isFirst ? 0 : CONTEXT
  const tail = isLast ? 0 : CONTEXT
  if (run.length - head - tail < LEAST) return [{ is: 'lines', lines: run, change: null }]
  const parts: DiffPart[] = [
    { is: 'lines', lines: run.slice(0, head), change: null },
    { is: 'fold', lines: run.slice(head, run.length - tail) },
    { is: 'lines', lines: run.slice(run.length - tail), change: null },
  ]
  return parts.filter(({ lines }) => lines.length > 0)
}
