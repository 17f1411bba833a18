import { diffArrays, diffWordsWithSpace } from 'diff'

/** One line of a comparison. `mark` is the part of it that changed. */
export interface DiffLine {
  kind: 'same' | 'removed' | 'added'
  text: string
  /** its line number before and after, from 1; null where it does not exist */
  before: number | null
  after: number | null
  mark?: readonly [from: number, to: number]
}

/** With more changes, the difference is one block. It would be too long to read, and takes long to compute. */
const LIMIT = { maxEditLength: 800 }

/** Returns the lines to remove and add to turn one text into the other. */
export function diffLines(before: string, after: string): DiffLine[] {
  const [left, right] = [before.split('\n'), after.split('\n')]
  const changes = diffArrays(left, right, LIMIT) ?? [
    { value: left, removed: true, added: false },
    { value: right, removed: false, added: true },
  ]
  let [fromBefore, fromAfter] = [0, 0]
  const lines = changes.flatMap(({ value, removed, added }) =>
    value.map(
      (text): DiffLine => ({
        kind: kindOf(removed, added),
        text,
        before: added ? null : ++fromBefore,
        after: removed ? null : ++fromAfter,
      }),
    ),
  )
  return withMarks(lines)
}

function kindOf(removed: boolean, added: boolean): DiffLine['kind'] {
  if (removed) return 'removed'
  return added ? 'added' : 'same'
}

/** Counts the added and removed lines. */
export function countChanges(lines: readonly DiffLine[]): { added: number; removed: number } {
  const count = (kind: DiffLine['kind']) => lines.filter((line) => line.kind === kind).length
  return { added: count('added'), removed: count('removed') }
}

/** Marks the differences within each pair of a removed and an added line. */
function withMarks(lines: readonly DiffLine[]): DiffLine[] {
  const marked = [...lines]
  for (let at = 0; at < lines.length; ) {
    const removed = runOf(lines, at, 'removed')
    const added = runOf(lines, at + removed, 'added')
    for (let pair = 0; pair < Math.min(removed, added); pair += 1) {
      const [from, to] = [lines[at + pair], lines[at + removed + pair]]
      const marks = from && to && marksOf(from.text, to.text)
      if (!marks) continue
      marked[at + pair] = { ...from, mark: marks[0] }
      marked[at + removed + pair] = { ...to, mark: marks[1] }
    }
    at += Math.max(removed + added, 1)
  }
  return marked
}

function runOf(lines: readonly DiffLine[], from: number, kind: DiffLine['kind']): number {
  let count = 0
  while (lines[from + count]?.kind === kind) count += 1
  return count
}

/** Returns the changed range of two lines, by words; null if they have almost nothing in common. */
function marksOf(one: string, other: string) {
  const parts = diffWordsWithSpace(one, other, LIMIT) ?? []
  const commonLength = (at: number) => {
    const part = parts.at(at)
    return part && !part.added && !part.removed ? part.value.length : 0
  }
  const [head, tail] = [commonLength(0), commonLength(-1)]
  if ((head + tail) * 3 < Math.max(one.trim().length, other.trim().length)) return null
  return [
    [head, one.length - tail],
    [head, other.length - tail],
  ] as const
}
