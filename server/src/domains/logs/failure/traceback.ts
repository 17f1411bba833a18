import { withoutSequences } from '@podium/engines/plain-line.ts'
import { isAfterword } from './afterwords.ts'

/** A complete Python traceback. */
export interface Traceback {
  /** indexes of its first and last line in the lines that were searched */
  line: number
  last: number
  /** such as 'KeyError' */
  type: string
  /** the exception in one line: "KeyError: 'label_id'" */
  exception: string
  /** the innermost line of the run's own code, 'steps/labels.py:58'; null if no frame names a file */
  place: string | null
  /** prefix of its heading that launchers and log collectors write before each line, such as '[rank1]: ' */
  before: string
}

const HEADING = 'Traceback (most recent call last)'
const FRAME = /^\s*File "(.+)", line (\d+)/
const EXCEPTION = /^([A-Za-z_][\w.]*)(?:\([\w.]+\))?(?::\s|:?$)/
/** An exception within a group, behind the vertical line of the group. */
const PART = /^\s*\|\s([A-Za-z_][\w.]*(?:: .*)?)$/
/** Code that the author of a solution did not write. */
const LIBRARY = /(?:^<|\/site-packages\/|\/dist-packages\/|\/lib(?:64)?\/python\d)/
/** Limits of a message: lines after its first one, and characters. A title has fewer, and is cut when shown. */
const MAX_CONTINUED = 12
const LONGEST = 1000

/**
 * Yields the complete Python tracebacks, the last one first.
 * @param folderOf removes the part of a path that differs from run to run
 */
export function* tracebacks(
  lines: readonly string[],
  folderOf: (path: string) => string,
): Generator<Traceback> {
  let end = lines.length
  for (let at = lines.length - 1; at >= 0; at -= 1) {
    const line = lines[at] ?? ''
    if (!line.includes(HEADING)) continue
    const heading = withoutSequences(line)
    const before = heading.slice(0, heading.indexOf(HEADING))
    // exceptions within a group are part of the group
    if (/^\s+\|\s*$/.test(before)) continue
    const found = tracebackIn(lines.slice(at + 1, end).map(withoutSequences), before, folderOf)
    if (found) yield { ...found, line: at, last: at + 1 + found.last, before }
    // An earlier one ends before this, so no line is examined twice.
    end = at
  }
}

function tracebackIn(
  body: readonly string[],
  before: string,
  folderOf: (path: string) => string,
): Omit<Traceback, 'line' | 'before'> | null {
  const asPython = styleOf(before, body)
  const frames: { file: string; number: string }[] = []
  for (const [at, written] of body.entries()) {
    const text = asPython(written)
    const [, file, number] = FRAME.exec(text) ?? []
    if (file !== undefined && number !== undefined) frames.push({ file, number })
    else if (/^\S/.test(text)) {
      const type = EXCEPTION.exec(text)?.[1]
      if (type === undefined) return null
      // the exception that it was copied from follows below it
      if (FRAME.test(asPython(body[at + 1] ?? ''))) {
        frames.length = 0
        continue
      }
      const rest = body.slice(at + 1)
      const more = isGroup(before)
        ? partsIn(treeIn(rest))
        : continuedIn(text, rest.slice(0, MAX_CONTINUED).map(asPython))
      const own = frames.findLast((frame) => !LIBRARY.test(frame.file)) ?? frames.at(-1)
      return {
        type,
        last: at + (isGroup(before) ? treeIn(rest).length : more.length),
        exception: oneLine([text, ...more]),
        place: own === undefined ? null : `${folderOf(own.file)}:${own.number}`,
      }
    }
  }
  return null
}

const isGroup = (before: string) => before.endsWith('+ Exception Group ')

/** Returns a function that converts a line of a traceback into Python's own style, by the prefix of its heading. */
function styleOf(before: string, body: readonly string[]): (line: string) => string {
  if (isGroup(before)) return (line) => line.replace(/^\s*[|+]\s?/, '')
  if (before.includes('─')) return richAsPython
  const [type] = /^[A-Za-z_][\w.]*(?=\s{2,}$)/.exec(before) ?? []
  if (type !== undefined) return (line) => ipythonAsPython(line, type)
  if (before === '' || !body.some((line) => line.startsWith(before))) return (line) => line
  // lines without the prefix belong to other ranks, which write at the same time
  return (line) => (line.startsWith(before) ? line.slice(before.length) : '')
}

/** Rich draws a box around frames, and writes the exception below it. */
function richAsPython(line: string): string {
  const [, file, number] = /^│ (\S+):(\d+) in /.exec(line) ?? []
  if (file !== undefined) return `  File "${file}", line ${number}`
  return /^[│╰]/.test(line) ? '' : line
}

/** IPython writes the type in its heading, and again before the message of the exception. */
function ipythonAsPython(line: string, type: string): string {
  const [, file, number] = /^(?:File )?([^\s:]+\.py|Cell In\[\d+\])(?::|, line )(\d+)/.exec(line) ?? []
  if (file !== undefined) return `  File "${file}", line ${number}`
  return line.startsWith(`${type}: `) || line === type ? line : ''
}

/** The lines that complete a message whose first line is incomplete. */
function continuedIn(first: string, rest: readonly string[]): string[] {
  const isOpen =
    first.trimEnd().endsWith(':') || /^\s+\S/.test(rest[0] ?? '') || /\d validation errors? for /.test(first)
  if (!isOpen) return []
  const begin = rest.findIndex((line) => line.trim() !== '')
  const end = rest.findIndex((line, at) => at > begin && (line.trim() === '' || line.includes(HEADING)))
  return begin < 0 ? [] : rest.slice(begin, end < 0 ? undefined : end)
}

/** The lines of a group that come after its own exception. */
function treeIn(rest: readonly string[]): readonly string[] {
  const end = rest.findIndex((line) => !/^\s*[|+]/.test(line))
  return end < 0 ? rest : rest.slice(0, end)
}

function partsIn(tree: readonly string[]): string[] {
  return tree.flatMap((line) => PART.exec(line)?.[1] ?? [])
}

function oneLine(lines: readonly string[]): string {
  const said = lines.filter((line, at) => at === 0 || !isAfterword(line)).map((line) => line.trim())
  return said.join(' ').slice(0, LONGEST).trim()
}
