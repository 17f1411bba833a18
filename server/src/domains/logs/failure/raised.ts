import { withoutSequences } from '@podium/engines/plain-line.ts'
import { isAfterword } from './afterwords.ts'
import { hasLevel } from './last-words.ts'
import { type Traceback, tracebacks } from './traceback.ts'

/** Maximum number of tracebacks, of ranks and chains, that are examined. */
const MOST = 64
/** A program that writes more lines than this after a traceback has handled the exception. */
const MAX_AFTER = 10
/** Exceptions of launchers and parents that only say that a child failed; the child has the reason. */
const OF_ANOTHER = [
  'ChildFailedError',
  'CalledProcessError',
  'ProcessRaisedException',
  'ProcessExitedException',
]
const ROOT_CAUSE = 'Root Cause'
const NOTE = /\b(?:DEBUG|INFO|WARNING|WARN)\b/
const NOTE_IS_WITHIN = 200

export interface Raised {
  /** null if no exception was raised, or the last one was handled */
  raised: Traceback | null
  /** index of the line after the last traceback; 0 without one */
  after: number
}

/**
 * Finds the exception that ended a program. For a launcher it is that of the rank it names, for a parent process
 * that of its child, for a pool that of its worker.
 */
export function raisedIn(lines: readonly string[], folderOf: (path: string) => string): Raised {
  const found: Traceback[] = []
  for (const traceback of tracebacks(lines, folderOf)) if (found.push(traceback) === MOST) break
  const [last] = found
  if (last === undefined) return { raised: null, after: 0 }
  return { raised: isHandled(last, lines) ? null : rootOf(found, last, lines), after: last.last + 1 }
}

function rootOf(found: readonly Traceback[], last: Traceback, lines: readonly string[]): Traceback {
  if (isOfAnother(last)) {
    const rank = rankIn(lines.slice(last.last))
    const ofRank = rank === null ? undefined : found.find((each) => each.before.startsWith(`[rank${rank}]`))
    return ofRank ?? found.find((each) => !isOfAnother(each)) ?? last
  }
  // the same exception, raised again in the process that distributed the work
  const before = found[1]
  return before?.exception === last.exception && isBetween(lines, before, last) ? before : last
}

const isOfAnother = ({ type }: Traceback) => OF_ANOTHER.includes(type.split('.').at(-1) ?? '')

/** The rank whose failure a launcher saw first. */
function rankIn(lines: readonly string[]): string | null {
  const at = lines.findIndex((line) => line.startsWith(ROOT_CAUSE))
  if (at < 0) return null
  return /rank\s*: (\d+)/.exec(lines.slice(at, at + 8).join('\n'))?.[1] ?? null
}

function isBetween(lines: readonly string[], before: Traceback, last: Traceback): boolean {
  return lines
    .slice(before.last + 1, last.line)
    .some((line) => line.includes('The above exception was the direct cause of the following exception'))
}

/** True if the program went on: after a logged traceback only notes may follow, after others a few lines too. */
function isHandled({ line, last }: Traceback, lines: readonly string[]): boolean {
  // indented lines belong to a long message
  const after = lines
    .slice(last + 1)
    .filter((each) => /^\S/.test(each) && !isAfterword(withoutSequences(each)))
  if (!hasLevel(lines[line - 1] ?? '')) return after.length > MAX_AFTER
  return after.some((each) => !NOTE.test(each.slice(0, NOTE_IS_WITHIN)))
}
