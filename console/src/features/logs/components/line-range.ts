export type LineRange = readonly [number, number]

/** Parses the hash of a link that marks lines: '#L12' or '#L12-40', numbers from 1. Returns null for anything else. */
export function parseLineRange(hash: string): LineRange | null {
  const match = /^#?L(\d{1,9})(?:-L?(\d{1,9}))?$/.exec(hash)
  if (!match) return null
  const [first, second] = [Number(match[1]), Number(match[2] ?? match[1])]
  return first < 1 || second < 1 ? null : [Math.min(first, second), Math.max(first, second)]
}

export function lineRangeHash([from, to]: LineRange): string {
  return from === to ? `#L${from}` : `#L${from}-${to}`
}

/** Returns the lines marked after a click on a line's number: that line, or with Shift all from the mark to it. */
export function extendRange(marked: LineRange | null, line: number, extend: boolean): LineRange | null {
  if (extend && marked) return [Math.min(marked[0], line), Math.max(marked[1], line)]
  return marked && marked[0] === line && marked[1] === line ? null : [line, line]
}
