import type { Redrawn } from './redrawn-lines.ts'

/** A block with lines that were overwritten, by itself or by the next block. */
export interface Fold extends Pick<Redrawn, 'above' | 'below'> {
  /** the lines of the block that are shown, from 0 */
  shown: readonly number[]
  /** how many lines of the block were read */
  read: number
}

/** Returns the fold of a block, null if each of its lines is a row of its own. */
export function foldOf({ lines, above, below }: Redrawn): Fold | null {
  const shown = lines.flatMap((line, at) => (line === undefined ? [] : [at]))
  const isPlain = shown.length === lines.length && above.length === 0 && below === 0
  return isPlain ? null : { shown, read: lines.length, above, below }
}

/** A block's shown lines by number, and how many lines before it are hidden. */
interface Stretch {
  first: number
  end: number
  shown: number[]
  hiddenBefore: number
}

/**
 * Maps the lines of a log to the rows in which they are shown, and back. Every line of an unread block counts as a row.
 *
 * @param every the number of lines in a block
 */
export function shownRows(folds: ReadonlyMap<number, Fold>, every: number, lines: number) {
  const stretches = stretchesOf(folds, every, lines)
  const last = stretches.at(-1)
  const count = lines - (last ? hiddenThrough(last) : 0)

  /** Returns the line that a row shows. */
  function lineAt(row: number): number {
    const found = lastOf(stretches, (each) => each.first - each.hiddenBefore <= row)
    if (!found) return row
    return found.shown[row - found.first + found.hiddenBefore] ?? row + hiddenThrough(found)
  }

  /** Returns the row that shows a line; for an overwritten line, the next row. */
  function rowOf(line: number): number {
    const found = lastOf(stretches, (each) => each.first <= line)
    if (!found) return line
    if (line >= found.end) return line - hiddenThrough(found)
    const before = found.shown.findIndex((each) => each >= line)
    const row = found.first - found.hiddenBefore + (before === -1 ? found.shown.length : before)
    return Math.min(row, Math.max(0, count - 1))
  }

  return {
    count,
    lineAt,
    rowOf,
    /** Returns the line itself, or the next shown one if it was overwritten. */
    shownFor: (line: number) => lineAt(rowOf(line)),
  }
}

export type ShownRows = ReturnType<typeof shownRows>

function stretchesOf(folds: ReadonlyMap<number, Fold>, every: number, lines: number): Stretch[] {
  const blocks = [...folds.keys()].sort((one, other) => one - other)
  const shown = new Map<number, number[]>()
  const endOf = (block: number) => Math.max(block * every, Math.min(lines, (block + 1) * every))
  const countOf = (block: number) => endOf(block) - block * every
  const numbersOf = (block: number) => {
    const { shown = [], read = 0 } = folds.get(block) ?? {}
    const unread = Math.max(0, countOf(block) - read)
    return [...shown, ...Array.from({ length: unread }, (_, at) => read + at)].map((at) => block * every + at)
  }
  const drawOver = (block: number) => {
    const below = Math.min(folds.get(block - 1)?.below ?? 0, countOf(block))
    const places = new Set(folds.get(block)?.above.map((place) => below + place))
    for (let place = 1; place <= below; place += 1) places.add(place)
    let place = 0
    for (let before = block - 1; before >= 0 && place < Math.max(0, ...places); before -= 1) {
      const numbers = shown.get(before) ?? numbersOf(before)
      const reached = place
      place += numbers.length
      const shownLines = numbers.filter((_, at) => !places.has(reached + numbers.length - at))
      if (shownLines.length < numbers.length) shown.set(before, shownLines)
    }
  }
  for (const block of blocks) {
    shown.set(block, numbersOf(block))
    drawOver(block)
    if (!folds.has(block + 1)) drawOver(block + 1)
  }
  let hiddenBefore = 0
  return [...shown]
    .sort(([one], [other]) => one - other)
    .map(([block, numbers]) => {
      const stretch = { first: block * every, end: endOf(block), shown: numbers, hiddenBefore }
      hiddenBefore = hiddenThrough(stretch)
      return stretch
    })
}

function hiddenThrough({ first, end, shown, hiddenBefore }: Stretch): number {
  return hiddenBefore + end - first - shown.length
}

/** Binary search for the last element that fits. All that fit must come before the others. */
function lastOf<T>(all: readonly T[], fits: (each: T) => boolean): T | undefined {
  let [low, high] = [0, all.length]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (fits(all[middle] as T)) low = middle + 1
    else high = middle
  }
  return all[low - 1]
}
