import { buffer } from 'node:stream/consumers'
import type { LogType } from '@podium/engines/engine.ts'
import { plainLine } from '@podium/engines/plain-line.ts'
import { type Log, openLog } from '../logs/log-source.ts'
import { LOG_TYPES } from '../results/collect.ts'
import type { RunDeps, RunRow } from '../run-row.ts'
import { failureAt, failureIn, type StoredFailure } from './failure.ts'
import { lastTraceback } from './traceback.ts'

/** How much of the end of a log is looked through, in bytes. */
const TAIL = 256 * 1024
const LONGEST_TITLE = 300
const NEWLINE = 10

const LEVEL = /(?:^|[\s|[])(?:ERROR|CRITICAL|FATAL)(?=[\s|\]:]|$)/
const LEVEL_IS_WITHIN = 200

/** Exit codes from here on are of programs that were ended from outside. */
const ENDED_BY_SIGNAL = 128

interface Ended {
  exit_code: number | null
  reason: string
}

/** The end of a log in lines; `skipped` bytes stand before them. */
interface Tail {
  log: Log
  type: LogType
  skipped: number
  lines: string[]
}

/**
 * What an attempt failed with: the last traceback in its logs, else the last line that says ERROR, else the engine's
 * sentence. A program that was ended from outside does not know why, so there the sentence tells.
 */
export async function readFailure(
  deps: RunDeps,
  run: RunRow,
  { exit_code, reason }: Ended,
): Promise<StoredFailure> {
  if (exit_code === null || exit_code >= ENDED_BY_SIGNAL) return failureIn(reason)
  const tails = await Promise.all(LOG_TYPES.map((type) => readTail(deps, run, type)))
  for (const tail of tails) {
    const found = lastTraceback(tail.lines, (path) => withoutRunFolder(path, run.id))
    if (!found) continue
    return failureAt(run.solution_id, found.type, {
      title: plainLine(found.exception, LONGEST_TITLE),
      place: found.location,
      log_type: tail.type,
      line: await lineOf(tail, found.line),
    })
  }
  for (const tail of tails) {
    const at = tail.lines.findLastIndex((line) => LEVEL.test(line.slice(0, LEVEL_IS_WITHIN)))
    const title = plainLine(messageOf(tail.lines[at] ?? ''), LONGEST_TITLE)
    if (title !== '') return failureIn(title, { log_type: tail.type, line: await lineOf(tail, at) })
  }
  return failureIn(reason)
}

async function readTail(deps: RunDeps, run: RunRow, type: LogType): Promise<Tail> {
  const log = await openLog(deps, run.id, type)
  const from = Math.max(0, log.size - TAIL)
  const bytes = await buffer(await log.read(from, log.size))
  // the first line may have lost its beginning
  const begin = from === 0 ? 0 : bytes.indexOf(NEWLINE) + 1
  const lines = bytes.subarray(begin).toString('utf8').split('\n').map(lastState)
  return { log, type, skipped: from + begin, lines }
}

/** A line as a terminal would leave it: what a carriage return wrote over is gone. */
function lastState(line: string): string {
  let end = line.length
  while (line[end - 1] === '\r') end -= 1
  return line.slice(line.lastIndexOf('\r', end - 1) + 1, end)
}

/** The number of a line in the whole log, from 0. */
async function lineOf({ log, skipped }: Tail, line: number): Promise<number> {
  let before = 0
  if (skipped === 0) return line
  for await (const chunk of await log.read(0, skipped))
    for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, at + 1)) before += 1
  return before + line
}

/** What a line of a log says after its time, its level and the place that wrote it. */
function messageOf(line: string): string {
  const level = LEVEL.exec(line)
  if (!level) return ''
  const after = line.slice(level.index + level[0].length)
  const bracket = line.startsWith('[') ? after.indexOf('] ') : -1
  return after.slice(bracket + 1).replace(/^[\s|:\]-]+/, '') || line
}

/** A path below the folder of the run, or its last parts where it lies elsewhere. */
function withoutRunFolder(path: string, run: string): string {
  const [, below] = path.split(`/${run}/`)
  // below it come the attempt and the folder the program was started in
  if (below !== undefined) return below.split('/').slice(2).join('/')
  return path.startsWith('/') ? path.split('/').slice(-3).join('/') : path
}
