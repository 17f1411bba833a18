/** The lines of one block as a terminal shows them at its end. */
export interface Redrawn {
  /** The text of each written line; undefined for one that was overwritten. */
  lines: (string | undefined)[]
  /** The rows above the block that it overwrote, counted upward from 1. */
  above: readonly number[]
  /** The number of rows below the cursor at the end of the block, which the next lines overwrite. */
  below: number
}

interface Row {
  text: string
  /** The line whose number the row is shown with; null for a row above the block that has none yet. */
  line: number | null
  /** False for a row above the block that the cursor only passed. */
  drawn: boolean
}

/** How far up a program is followed: screens have no more rows. */
const MAX_ABOVE = 100
/** Matches a sequence that moves or hides the cursor, or erases. Everything else in a line is text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences are what it looks for
const STEP = /[\r\b]|\u001b\[([0-9;?]{0,24})([A-GJKhl])/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences are what it looks for
const STEERING = /\u0008|\u001b\[[0-9;?]{0,24}[A-GJKhl]/
// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences are what it looks for
const COLOUR = /(\u001b\[[0-9;:]*m)/

/**
 * Returns the lines with each redrawn row only once, in its last state. A newline that moves down to an existing row
 * makes a line without a row of its own, so a redrawn row takes the number of the last line that draws it, and the
 * other lines have none. The rows above the block are not known; overwritten ones are listed in `above`.
 */
export function redrawnLines(written: readonly string[], isFirst: boolean): Redrawn {
  if (!written.some(steers)) return { lines: written.map(lastState), above: [], below: 0 }
  const screen = createScreen(isFirst ? 0 : MAX_ABOVE)
  for (const [number, line] of written.entries()) {
    if (number > 0) screen.endLine(number)
    screen.write(line)
  }
  return screen.shown(written.length)
}

/** True if the line moves the cursor or erases, other than by a carriage return. */
export function steers(line: string): boolean {
  return STEERING.test(line)
}

/** Returns the final text of a line, in which a carriage return starts over, as progress bars do. */
export function lastState(text: string): string {
  if (!text.includes('\r')) return text
  const ended = text.replace(/\r+$/, '')
  return ended.slice(ended.lastIndexOf('\r') + 1)
}

function createScreen(mostAbove: number) {
  const rows: Row[] = [{ text: '', line: 0, drawn: true }]
  /** The row at which the block begins. */
  let origin = 0
  let cursor = 0
  /** The topmost row reached since the last new row: the rows from there on are redrawn. */
  let top = 0
  let atStart = true
  /** How many characters before the end of its row the cursor is. */
  let back = 0
  /** Colours at the start of a row, which erase nothing until text follows. */
  let colours = ''

  function toStart(): void {
    atStart = true
    back = 0
    colours = ''
  }

  function put(text: string): void {
    if (text === '') return
    if (atStart && isColour(text)) {
      colours += text
      return
    }
    const before = keptText()
    drawCursorRow(before + colours + text)
    atStart = false
    back = 0
    colours = ''
  }

  /** Returns the text of the row before the cursor. */
  function keptText(): string {
    return atStart ? '' : withoutEnd(rows[cursor]?.text ?? '', back)
  }

  function drawCursorRow(text: string): void {
    const row = rows[cursor]
    if (!row) return
    row.text = text
    row.drawn = true
    row.line ??= freeLineAbove(rows.slice(cursor + 1).find(({ line }) => line !== null)?.line)
  }

  function freeLineAbove(below: number | null | undefined): number | null {
    const line = (below ?? 0) - 1
    return line < 0 || rows.some((row) => row.line === line) ? null : line
  }

  function up(count: number): void {
    cursor = Math.max(cursor - count, Math.min(0, origin - mostAbove))
    for (; cursor < 0; cursor += 1) {
      rows.unshift({ text: '', line: null, drawn: false })
      origin += 1
    }
    top = Math.min(top, cursor)
  }

  function step(codes: string, command: string): void {
    const count = Number.parseInt(codes, 10) || 0
    if (command === 'A' || command === 'F') up(Math.max(1, count))
    if (command === 'B' || command === 'E') cursor = Math.min(cursor + Math.max(1, count), rows.length - 1)
    if (command === 'E' || command === 'F' || (command === 'G' && count <= 1)) toStart()
    if (command === 'D' && !atStart) back += Math.max(1, count)
    if (command === 'K' || command === 'J') erase(command, count)
  }

  function erase(command: string, mode: number): void {
    if (mode === 0) {
      drawCursorRow(keptText())
      back = 0
    }
    if (command === 'K' && mode === 2) drawCursorRow('')
    if (command === 'J' && mode === 0) for (const row of rows.slice(cursor + 1)) row.text = ''
  }

  return {
    write(line: string): void {
      let at = 0
      for (const found of line.matchAll(STEP)) {
        put(line.slice(at, found.index))
        at = found.index + found[0].length
        if (found[0] === '\r') toStart()
        else if (found[0] === '\b') back += atStart ? 0 : 1
        else step(found[1] ?? '', found[2] ?? '')
      }
      put(line.slice(at))
    },

    endLine(number: number): void {
      toStart()
      cursor += 1
      if (cursor === rows.length) {
        rows.push({ text: '', line: number, drawn: true })
        top = cursor
        return
      }
      const redrawn = rows.slice(top).filter(({ drawn }) => drawn)
      const numbers = [...redrawn.flatMap(({ line }) => line ?? []), number]
      for (const row of redrawn.reverse()) row.line = numbers.pop() ?? null
    },

    shown(count: number): Redrawn {
      while (rows.length - 1 > cursor && isBlank(rows.at(-1)?.text ?? '')) rows.pop()
      const lines = new Array<string | undefined>(count).fill(undefined)
      for (const { text, line, drawn } of rows) if (drawn && line !== null) lines[line] = text
      const above = rows
        .slice(0, origin)
        .flatMap(({ line, drawn }, at) => (drawn && line !== null ? [origin - at] : []))
      return { lines, above, below: rows.length - 1 - cursor }
    },
  }
}

/** True if the text consists of colour codes only. */
function isColour(text: string): boolean {
  return text.startsWith('\u001b') && text.split(COLOUR).every((part, at) => at % 2 === 1 || part === '')
}

function isBlank(text: string): boolean {
  return text.split(COLOUR).every((part, at) => at % 2 === 1 || part.trim() === '')
}

/** Returns the text without its last `count` characters; colour codes among them stay. */
function withoutEnd(text: string, count: number): string {
  if (count === 0) return text
  let left = count
  const parts = text.split(COLOUR).reverse()
  const rest = parts.map((part, at) => {
    if (at % 2 === 1) return part
    const characters = [...part]
    const cut = Math.min(left, characters.length)
    left -= cut
    return characters.slice(0, characters.length - cut).join('')
  })
  return rest.reverse().join('')
}
