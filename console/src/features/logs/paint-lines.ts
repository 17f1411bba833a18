import { type Level, levelOf } from '@podium/contract/rules/log-levels.ts'
import { timeOf } from './line-parts.ts'

type Painted = Level | 'time'
const PAINTED: readonly Painted[] = ['time', 'debug', 'info', 'warn', 'error']

/**
 * Colours the times and level words of the rows in view. It uses CSS highlights, so that rows need no further elements
 * while scrolling; a browser without them shows one colour.
 */
export function paintLines(rows: HTMLElement): void {
  if (typeof Highlight === 'undefined') return
  const ranges = new Map<Painted, StaticRange[]>(PAINTED.map((name) => [name, []]))
  for (const row of rows.children) {
    const shown = row.lastElementChild
    if (!shown) continue
    const text = shown.textContent.slice(0, 300)
    const time = timeOf(text)
    if (time) ranges.get('time')?.push(rangeOf(shown, 0, time.end))
    const level = levelOf(text)
    if (level) ranges.get(level.level)?.push(rangeOf(shown, level.from, level.to))
  }
  for (const [name, each] of ranges) CSS.highlights.set(`log-${name}`, new Highlight(...each))
}

export function unpaintLines(): void {
  if (typeof Highlight === 'undefined') return
  for (const name of PAINTED) CSS.highlights.delete(`log-${name}`)
}

/** Returns the range of the characters `from` up to but not including `to` of an element, across its text nodes. */
function rangeOf(element: Element, from: number, to: number): StaticRange {
  const [start, end] = [pointAt(element, from, false), pointAt(element, to, true)]
  return new StaticRange({
    startContainer: start.node,
    startOffset: start.offset,
    endContainer: end.node,
    endOffset: end.offset,
  })
}

/** @param closes true for the end of a range, which stays in the text node before it */
function pointAt(element: Element, at: number, closes: boolean): { node: Node; offset: number } {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  let offset = at
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const length = node.nodeValue?.length ?? 0
    if (closes ? offset <= length : offset < length) return { node, offset }
    offset -= length
  }
  return { node: element, offset: element.childNodes.length }
}
