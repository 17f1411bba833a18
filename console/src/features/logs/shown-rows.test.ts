import { expect, test } from 'vitest'
import { redrawnLines } from './redrawn-lines.ts'
import { foldOf, shownRows } from './shown-rows.ts'

const EVERY = 4

/** Returns the rows of a log whose blocks are read in this order. */
function shown(text: string, order = [0, 1, 2, 3, 4, 5, 6]) {
  const lines = text.split('\n')
  const folds = new Map()
  const texts = new Map<number, (string | undefined)[]>()
  for (const block of order) {
    const written = lines.slice(block * EVERY, (block + 1) * EVERY)
    if (written.length === 0) continue
    const redrawn = redrawnLines(written, block === 0)
    texts.set(block, redrawn.lines)
    const fold = foldOf(redrawn)
    if (fold) folds.set(block, fold)
  }
  const rows = shownRows(folds, EVERY, lines.length)
  const numbers = Array.from({ length: rows.count }, (_, row) => rows.lineAt(row))
  return { rows, numbers, texts: numbers.map((at) => texts.get(Math.floor(at / EVERY))?.[at % EVERY]) }
}

const UP = '\u001b[A'
const inner = (count: number) => Array.from({ length: count }, (_, at) => `\n\rb ${at}${UP}`).join('')

test('has a row for each line if nothing was overwritten', () => {
  const { rows, numbers } = shown('a\nb\nc\nd\ne')
  expect(numbers).toEqual([0, 1, 2, 3, 4])
  expect([rows.rowOf(3), rows.shownFor(3)]).toEqual([3, 3])
})

test.each([
  ['first to last', [0, 1, 2, 3, 4, 5, 6]],
  ['last to first', [6, 5, 4, 3, 2, 1, 0]],
  ['in any order', [3, 0, 6, 1, 5, 2, 4]],
])('shows bars over many blocks once, read from %s', (_order, order) => {
  const { texts, numbers } = shown(`start\n\ra 0${inner(11)}\ra 1${inner(11)}\ra 2`, order)
  expect(texts).toEqual(['start', 'a 2', 'b 10'])
  expect(numbers).toEqual([0, 22, 23])
})

test('keeps the last state of an outer bar that is not drawn for many blocks', () => {
  expect(shown(`start\n\ra 0${inner(22)}`).texts).toEqual(['start', 'a 0', 'b 21'])
})

test('shows lines printed after bars, wherever their blocks begin', () => {
  for (let count = 1; count < 9; count += 1) {
    const { texts } = shown(`start\n\ra 0${inner(count)}\ra 1\n\rb end\none\ntwo\nthree\nfour\nfive`)
    expect(texts).toEqual(['start', 'a 1', 'b end', 'one', 'two', 'three', 'four', 'five'])
  }
})

test('maps an overwritten line to the next row', () => {
  const { rows } = shown(`start\n\ra 0${inner(11)}\nend`)
  expect(Array.from({ length: 14 }, (_, line) => rows.shownFor(line))).toEqual([
    0,
    2,
    2,
    ...Array(11).fill(13),
  ])
})

test('counts all lines of a block that was not read', () => {
  const text = `start\n\ra 0${inner(18)}`
  const { numbers } = shown(text, [0, 4])
  expect(numbers.filter((at) => at >= 4 && at < 15)).toEqual([4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14])
})

test('reads and maps 200,000 redraws in seconds of CPU time', () => {
  const written = Array.from({ length: 1000 }, (_, at) => `\rb ${at}${UP}`)
  const began = process.cpuUsage()
  const folds = new Map()
  for (let block = 0; block < 200; block += 1) folds.set(block, foldOf(redrawnLines(written, block === 0)))
  expect(shownRows(folds, 1000, 200_000).count).toBe(2)
  expect(process.cpuUsage(began).user / 1000).toBeLessThan(10_000)
})
