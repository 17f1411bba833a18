import { withoutSequences } from '@podium/engines/plain-line.ts'
import { isAfterword } from './afterwords.ts'

/** The last message of a program that raised no exception. */
export interface LastWords {
  /** index in the lines that were searched */
  line: number
  words: string
  /** the file and line that logged it, such as 'train.py:12', if the message has it */
  place: string | null
}

const LEVEL = /(?:^|[\s|[])(?:ERROR|CRITICAL|FATAL)(?=[\s|\]:]|$)/
const LEVEL_IS_WITHIN = 200
/** Number of last lines that are searched. */
const LOOKED_AT = 100
/** Characters of a line that are searched. */
const LONGEST = 2000
/** Beginnings of error messages of compilers, shells, argument parsers and the runtimes of other languages. */
const BEGINNINGS = [
  /^(?:[\w./-]+: )*(?:fatal |internal )?error: /i,
  /^(?:Uncaught )?[\w.]*(?:Error|Exception): /,
  /^\s*what\(\): /,
  /^(?:panic|Caused by|fatal|Fatal Python error): /,
  /^thread '.*' panicked at /,
  /^Exception in thread /,
  /^Error in /,
  /: (?:command not found|No such file or directory|Permission denied)$/,
]
const LOGGED_AT = /\s{2,}([\w./-]+\.py:\d+)$/

export function hasLevel(line: string): boolean {
  return LEVEL.test(withoutSequences(line.slice(0, LEVEL_IS_WITHIN)))
}

/** Finds the last line from `from` on that says what went wrong; null if there is none. */
export function lastWordsIn(lines: readonly string[], from: number): LastWords | null {
  const skipped = Math.max(from, lines.length - LOOKED_AT)
  const plain = lines
    .slice(skipped)
    .map((line) => withoutSequences(line.slice(0, 2 * LONGEST)).slice(0, LONGEST))
  for (let at = plain.length - 1; at >= 0; at -= 1) {
    const line = plain[at] ?? ''
    if (/^╰─/.test(line)) {
      const words = boxedAbove(plain, at)
      if (words !== '') return { line: skipped + at, words, place: null }
    } else if (!isAfterword(line) && (hasLevel(line) || BEGINNINGS.some((each) => each.test(line)))) {
      const open = line.trimEnd().endsWith(':') ? ` ${plain[at + 1]?.trim() ?? ''}` : ''
      const [place] = LOGGED_AT.exec(line)?.slice(1) ?? []
      return {
        line: skipped + at,
        words: messageOf(line.replace(LOGGED_AT, '') + open),
        place: place ?? null,
      }
    }
  }
  return lastBeforeAfterwords(plain, skipped)
}

/** The last line that is not an afterword; null if it is the last of all, which the engine's sentence has already. */
function lastBeforeAfterwords(plain: readonly string[], skipped: number): LastWords | null {
  const last = plain.findLastIndex((line) => line.trim() !== '')
  const at = plain.findLastIndex((line) => !isAfterword(line))
  return at < 0 || at === last ? null : { line: skipped + at, words: plain[at]?.trim() ?? '', place: null }
}

/** The text in the box that ends at `end`; '' if the box has the frames of a traceback. */
function boxedAbove(plain: readonly string[], end: number): string {
  const begin = plain.findLastIndex((line, at) => at < end && /^╭─/.test(line))
  if (begin < 0 || plain[begin]?.includes('Traceback')) return ''
  const inside = plain.slice(begin + 1, end).map((line) => line.replaceAll('│', '').trim())
  return inside.filter((line) => line !== '').join(' ')
}

/** The message of a log line, without its time, level and logger. */
function messageOf(line: string): string {
  const level = LEVEL.exec(line)
  if (!level) return line.replace(/^\s*what\(\):\s*/, '').trim()
  const after = line.slice(level.index + level[0].length)
  const bracket = line.startsWith('[') ? after.indexOf('] ') : -1
  return after.slice(bracket + 1).replace(/^[\s|:\]-]+/, '') || line
}
