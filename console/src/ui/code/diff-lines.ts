/** One line of a difference. The marked part is what changed within it. */
export interface DiffLine {
  kind: 'same' | 'removed' | 'added'
  text: string
  /** its number before and after, from 1; null where it is not */
  before: number | null
  after: number | null
  mark?: readonly [from: number, to: number]
}

/** Past so many changed lines, what differs is shown as one block: nobody reads it line by line, and it would take long. */
const MOST_CHANGES = 800

/** What has to be taken away and added for one text to become the other, line by line. */
export function diffLines(before: string, after: string): DiffLine[] {
  const [left, right] = [before.split('\n'), after.split('\n')]
  const head = commonLength(left, right)
  const tail = Math.min(
    commonLength(left.toReversed(), right.toReversed()),
    Math.min(left.length, right.length) - head,
  )
  const middle = changesBetween(left.slice(head, left.length - tail), right.slice(head, right.length - tail))
  const kinds = [...sameFor(head), ...middle, ...sameFor(tail)]
  return withMarks(numbered(kinds, left, right))
}

/** How many lines were added and taken away. */
export function countChanges(lines: readonly DiffLine[]): { added: number; removed: number } {
  const count = (kind: DiffLine['kind']) => lines.filter((line) => line.kind === kind).length
  return { added: count('added'), removed: count('removed') }
}

function commonLength(left: readonly string[], right: readonly string[]): number {
  const most = Math.min(left.length, right.length)
  for (let at = 0; at < most; at += 1) if (left[at] !== right[at]) return at
  return most
}

const sameFor = (count: number) => Array.from({ length: count }, () => 'same' as const)

/**
 * The shortest way from one to the other, after Myers (An O(ND) difference algorithm, 1986): `reach[k]` is how far
 * `steps` changes get on diagonal k, and every round is kept to walk back by.
 */
function changesBetween(left: readonly string[], right: readonly string[]): DiffLine['kind'][] {
  const most = left.length + right.length
  const rounds: Map<number, number>[] = []
  let reach = new Map([[1, 0]])
  for (let steps = 0; steps <= Math.min(most, MOST_CHANGES); steps += 1) {
    rounds.push(reach)
    const next = new Map<number, number>()
    for (let k = -steps; k <= steps; k += 2) {
      let x = isDown(reach, k, steps) ? (reach.get(k + 1) ?? 0) : (reach.get(k - 1) ?? 0) + 1
      while (x < left.length && x - k < right.length && left[x] === right[x - k]) x += 1
      next.set(k, x)
      if (x >= left.length && x - k >= right.length) return wayBack(rounds, left.length, right.length)
    }
    reach = next
  }
  return [...left.map(() => 'removed' as const), ...right.map(() => 'added' as const)]
}

/** Whether the way to diagonal k comes from above, by adding a line. */
function isDown(reach: Map<number, number>, k: number, steps: number): boolean {
  return k === -steps || (k !== steps && (reach.get(k - 1) ?? -1) < (reach.get(k + 1) ?? -1))
}

function wayBack(rounds: readonly Map<number, number>[], width: number, height: number): DiffLine['kind'][] {
  const kinds: DiffLine['kind'][] = []
  let [x, y] = [width, height]
  for (let steps = rounds.length - 1; steps >= 0; steps -= 1) {
    const reach = rounds[steps] ?? new Map<number, number>()
    const k = x - y
    const down = isDown(reach, k, steps)
    const fromX = steps === 0 ? 0 : (reach.get(down ? k + 1 : k - 1) ?? 0)
    const fromY = steps === 0 ? 0 : fromX - (down ? k + 1 : k - 1)
    while (x > fromX && y > fromY) {
      kinds.push('same')
      x -= 1
      y -= 1
    }
    if (steps > 0) kinds.push(down ? 'added' : 'removed')
    x = fromX
    y = fromY
  }
  return kinds.reverse()
}

/** The lines with their numbers; of neighbours that changed, what was taken away stands before what was added. */
function numbered(kinds: readonly DiffLine['kind'][], left: readonly string[], right: readonly string[]) {
  const lines: DiffLine[] = []
  const added: DiffLine[] = []
  let [before, after] = [0, 0]
  for (const kind of kinds) {
    if (kind === 'same') for (const line of added.splice(0)) lines.push(line)
    if (kind !== 'added') before += 1
    if (kind !== 'removed') after += 1
    const line = {
      kind,
      text: (kind === 'added' ? right[after - 1] : left[before - 1]) ?? '',
      before: kind === 'added' ? null : before,
      after: kind === 'removed' ? null : after,
    }
    if (kind === 'added') added.push(line)
    else lines.push(line)
  }
  return [...lines, ...added]
}

/** Marks in each pair of a line taken away and one added what differs between the two. */
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

const WORD = /[\p{L}\p{N}_]/u

/** What differs between two lines, from word to word; null where they have next to nothing in common. */
function marksOf(one: string, other: string) {
  const most = Math.min(one.length, other.length)
  let head = 0
  while (head < most && one[head] === other[head]) head += 1
  let tail = 0
  while (tail < most - head && one.at(-1 - tail) === other.at(-1 - tail)) tail += 1
  if ((head + tail) * 3 < Math.max(one.trim().length, other.trim().length)) return null
  while (head > 0 && isWord(one, head - 1) && (isWord(one, head) || isWord(other, head))) head -= 1
  while (
    tail > 0 &&
    isWord(one, one.length - tail) &&
    (isWord(one, one.length - tail - 1) || isWord(other, other.length - tail - 1))
  )
    tail -= 1
  return [
    [head, one.length - tail],
    [head, other.length - tail],
  ] as const
}

function isWord(text: string, at: number): boolean {
  return WORD.test(text[at] ?? '')
}
