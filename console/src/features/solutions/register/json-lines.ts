import { memberPath } from '@podium/contract/metadata-json.ts'
import { type Expected, type Mistake, mistakeOf } from './json-mistake.ts'

/** Where things stand in a text of JSON. */
export interface JsonLines {
  /** the line of every value, by its path: `pipeline[0].command`, '' for the whole; the first line is 1 */
  lines: ReadonlyMap<string, number>
  /** null where there is none */
  mistake: Mistake | null
}

interface Frame {
  path: string
  /** an array counts its items, an object names its members */
  index: number | null
  key: string
}

const TOKEN =
  /([{}[\],:])|("(?:[^"\\\p{Cc}]|[\u007f-\u009f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*")|(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)/uy
const BLANK = /[ \t\r\n]*/y

/** Reads a text of JSON for its lines: browsers name a mistake and its place each in their own way, or not at all. */
export function readJsonLines(text: string): JsonLines {
  const lines = new Map<string, number>()
  const frames: Frame[] = []
  const lineAt = createLineCounter(text)
  let expected: Expected = 'value'
  let at = 0
  let before = { at: -1, end: -1 }

  function halted(): JsonLines {
    const frame = frames.at(-1)
    const mark = frame?.index === null ? '{' : '['
    const open = frame && ({ mark, line: lines.get(frame.path) ?? 1 } as const)
    return { lines, mistake: mistakeOf({ text, at, expected, before, open }) }
  }

  for (;;) {
    BLANK.lastIndex = at
    BLANK.exec(text)
    at = BLANK.lastIndex
    if (at === text.length) return expected === 'nothing' ? { lines, mistake: null } : halted()
    TOKEN.lastIndex = at
    const token = TOKEN.exec(text)
    const next: Step | null = token && step(token[1] ?? '', token[2], frames, expected)
    if (!token || !next) return halted()
    if (next.begins !== undefined) lines.set(next.begins, lineAt(at))
    expected = next.expected
    before = { at, end: TOKEN.lastIndex }
    at = before.end
  }
}

/** The line of the path, or of the nearest thing around it. */
export function lineOf(lines: ReadonlyMap<string, number>, path: string): number | undefined {
  const around = [...lines.keys()].filter((known) => path === known || isWithin(path, known))
  const nearest = around.sort((one, other) => other.length - one.length)[0]
  return nearest === undefined ? undefined : lines.get(nearest)
}

function isWithin(path: string, around: string): boolean {
  return around === '' || path.startsWith(`${around}.`) || path.startsWith(`${around}[`)
}

interface Step {
  expected: Expected
  /** the path of a value that begins here */
  begins?: string
}

/** What a token means where it stands; null where it may not stand there. */
function step(mark: string, text: string | undefined, frames: Frame[], expected: Expected): Step | null {
  const frame = frames.at(-1)
  const afterValue: Expected = frames.length === 0 ? 'nothing' : 'comma or end'
  if (mark === '}' || mark === ']') return end(mark, frames, expected)
  if (mark === ',') {
    if (!frame || expected !== 'comma or end') return null
    if (frame.index === null) return { expected: 'key' }
    frame.index += 1
    return { expected: 'value' }
  }
  if (mark === ':') return expected === 'colon' ? { expected: 'value' } : null
  if (frame && (expected === 'key' || expected === 'key or end')) {
    if (text === undefined) return null
    frame.key = memberPath(frame.path, JSON.parse(text) as string)
    return { expected: 'colon' }
  }
  if (expected !== 'value' && expected !== 'value or end') return null
  const path = pathIn(frame)
  if (mark === '') return { expected: afterValue, begins: path }
  frames.push({ path, index: mark === '[' ? 0 : null, key: '' })
  return { expected: mark === '[' ? 'value or end' : 'key or end', begins: path }
}

function end(mark: string, frames: Frame[], expected: Expected): Step | null {
  const frame = frames.at(-1)
  const isEmpty = expected === 'value or end' || expected === 'key or end'
  if (!frame || (mark === ']') !== (frame.index !== null)) return null
  if (expected !== 'comma or end' && !isEmpty) return null
  frames.pop()
  return { expected: frames.length === 0 ? 'nothing' : 'comma or end' }
}

function pathIn(frame: Frame | undefined): string {
  if (!frame) return ''
  return frame.index === null ? frame.key : `${frame.path}[${frame.index}]`
}

/** Answers the line of an offset; asked in ascending order, so that a text is counted once. */
function createLineCounter(text: string): (offset: number) => number {
  let line = 1
  let counted = 0
  return (offset) => {
    for (; counted < offset; counted += 1) if (text[counted] === '\n') line += 1
    return line
  }
}
