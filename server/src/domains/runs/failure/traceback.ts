import { withoutSequences } from '@podium/engines/plain-line.ts'

/** What the last traceback in a piece of a log tells. */
export interface Traceback {
  /** where it begins, counted in the lines that were looked through */
  line: number
  /** such as 'KeyError' */
  type: string
  /** the exception as Python wrote it: "KeyError: 'label_id'" */
  exception: string
  /** the innermost line of the run's own code, 'steps/labels.py:58'; null where no frame names a file */
  location: string | null
}

const HEADING = 'Traceback (most recent call last):'
const FRAME = /^\s*File "(.+)", line (\d+)/
const EXCEPTION = /^([A-Za-z_][\w.]*)(?::\s|:?$)/
/** Code that the author of a solution did not write. */
const LIBRARY = /(?:^<|\/site-packages\/|\/dist-packages\/|\/lib(?:64)?\/python\d)/

/**
 * Reads the last Python traceback that was written to its end.
 * @param folderOf takes away from a path what differs from run to run
 */
export function lastTraceback(
  lines: readonly string[],
  folderOf: (path: string) => string,
): Traceback | null {
  let end = lines.length
  for (let at = lines.length - 1; at >= 0; at -= 1) {
    if (!lines[at]?.includes(HEADING)) continue
    const found = tracebackFrom(lines, at, end, folderOf)
    if (found) return found
    // One before it ends before it: no line is looked at twice.
    end = at
  }
  return null
}

function tracebackFrom(
  lines: readonly string[],
  line: number,
  end: number,
  folderOf: (path: string) => string,
): Traceback | null {
  const heading = withoutSequences(lines[line] ?? '')
  const before = heading.slice(0, heading.indexOf(HEADING))
  const frames: { file: string; number: string }[] = []
  for (const written of lines.slice(line + 1, end)) {
    const plain = withoutSequences(written)
    // a collector of logs may write the same before each line
    const text = before !== '' && plain.startsWith(before) ? plain.slice(before.length) : plain
    const [, file, number] = FRAME.exec(text) ?? []
    if (file !== undefined && number !== undefined) frames.push({ file, number })
    else if (/^\S/.test(text)) {
      const type = EXCEPTION.exec(text)?.[1]
      if (type === undefined) return null
      const own = frames.findLast((frame) => !LIBRARY.test(frame.file)) ?? frames.at(-1)
      const location = own === undefined ? null : `${folderOf(own.file)}:${own.number}`
      return { line, type, exception: text.trim(), location }
    }
  }
  return null
}
