import { expect, test } from 'vitest'
import { countChanges, type DiffLine, diffLines } from './diff-lines.ts'

const SIGNS = { same: ' ', removed: '-', added: '+' }
const written = (lines: readonly DiffLine[]) =>
  lines.map(({ kind, before, after, text }) => `${before ?? ''}/${after ?? ''}${SIGNS[kind]}${text}`)
const diff = (before: string, after: string) =>
  diffLines(before.replaceAll(' ', '\n'), after.replaceAll(' ', '\n'))

test.each([
  ['nothing changed', 'a b', 'a b', ['1/1 a', '2/2 b']],
  ['a line added', 'a c', 'a b c', ['1/1 a', '/2+b', '2/3 c']],
  ['a line taken away', 'a b c', 'a c', ['1/1 a', '2/-b', '3/2 c']],
  ['a line changed', 'a b c', 'a x c', ['1/1 a', '2/-b', '/2+x', '3/3 c']],
  ['all changed', 'a b', 'x y', ['1/-a', '2/-b', '/1+x', '/2+y']],
  ['something from nothing', '', 'a', ['1/-', '/1+a']],
  ['two places', 'a b c d e', 'a x c d y', ['1/1 a', '2/-b', '/2+x', '3/3 c', '4/4 d', '5/-e', '/5+y']],
])('computes the difference: %s', (_, before, after, lines) => {
  expect(written(diff(before, after))).toEqual(lines)
})

test('turns one text into the other with as few removed and added lines as possible', () => {
  let seed = 7
  const random = (below: number) => {
    seed = (seed * 1103515245 + 12345) % 2147483648
    return seed % below
  }
  for (let round = 0; round < 200; round += 1) {
    const text = () => Array.from({ length: random(12) + 1 }, () => 'abcd'[random(4)]).join('\n')
    const [before, after] = [text(), text()]
    const lines = diffLines(before, after)
    const side = (kind: DiffLine['kind']) =>
      lines
        .filter((line) => line.kind === 'same' || line.kind === kind)
        .map((line) => line.text)
        .join('\n')
    expect(side('removed')).toBe(before)
    expect(side('added')).toBe(after)
    const { added, removed } = countChanges(lines)
    expect(added + removed).toBe(shortest(before.split('\n'), after.split('\n')))
  }
})

/** Computes the least number of changes by the table of all prefixes. */
function shortest(left: string[], right: string[]): number {
  let row = right.map((_, at) => at).concat(right.length)
  for (const [at, line] of left.entries()) {
    const next = [at + 1]
    for (const [to, other] of right.entries())
      next.push(line === other ? (row[to] ?? 0) : Math.min(row[to + 1] ?? 0, next[to] ?? 0) + 1)
    row = next
  }
  return row.at(-1) ?? 0
}

test.each([
  ['  "range": [1, 100],', '  "range": [1, 200],', '100', '200'],
  ['"ai-solutions/p/v4/source/"', '"ai-solutions/p/v5/source/"', 'v4', 'v5'],
  ['["python", "main.py"],', '["python", "main.py", "train"],', '', ', "train"'],
])('marks the changed word in %s', (before, after, was, is) => {
  const [removed, added] = diffLines(before, after)
  expect(removed?.text.slice(...(removed.mark ?? [0, 0]))).toBe(was)
  expect(added?.text.slice(...(added.mark ?? [0, 0]))).toBe(is)
})

test('marks lines with nothing in common as a whole, by their colour alone', () => {
  expect(diffLines('abcdefgh', 'zyxwvuts').some(({ mark }) => mark)).toBe(false)
})

test('compares two large texts with nothing in common at once', { tags: ['long'] }, () => {
  const text = (word: string) => Array.from({ length: 20_000 }, (_, at) => `${word} ${at}`).join('\n')
  expect(countChanges(diffLines(text('a'), text('b')))).toEqual({ added: 20_000, removed: 20_000 })
})
