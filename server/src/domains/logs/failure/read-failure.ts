import { buffer } from 'node:stream/consumers'
import { workspaces } from '@podium/database/schema/workspaces.ts'
import type { LogType } from '@podium/engines/engine.ts'
import { plainLine } from '@podium/engines/plain-line.ts'
import { eq } from 'drizzle-orm'
import type { RunDeps, RunRow } from '../../run-records/run-row.ts'
import { LOG_TYPES } from '../log-files.ts'
import { type Log, openLog } from '../log-source.ts'
import { failureAt, failureIn, type StoredFailure } from './failure.ts'
import { lastWordsIn } from './last-words.ts'
import { withMissingModule } from './missing-module.ts'
import { raisedIn } from './raised.ts'

/** Bytes at the end of a log that are searched. */
const TAIL = 256 * 1024
const LONGEST_TITLE = 300
const NEWLINE = 10

/** Messages about an unknown name or an unreachable network. curl gives no reason for an unreachable address. */
const NOT_REACHED =
  /Temporary failure in name resolution|Name or service not known|[Cc]ould not resolve host|unable to resolve host|Failed to resolve '|Network is unreachable|ENETUNREACH|getaddrinfo (?:failed|ENOTFOUND|EAI_AGAIN)|curl: \(7\) Failed to connect to (?!localhost|127\.|::1)/
const NO_NETWORK = 'there is no network here: an administrator allows it on the form of the workspace'

/** Exit codes from here on belong to programs that were killed. */
const ENDED_BY_SIGNAL = 128
/** The exit code of a program that killed itself by a signal, after saying why. */
const ABORTED = 134

interface Ended {
  exit_code: number | null
  reason: string
  interrupted?: true
}

/** The last lines of a log; `skipped` bytes come before them. */
interface Tail {
  log: Log
  type: LogType
  skipped: number
  lines: string[]
}

/**
 * Finds why an attempt failed: the exception in its logs, or its last message, or the engine's sentence. A killed
 * program does not know why, so the engine's sentence is used.
 */
export async function readFailure(
  deps: RunDeps,
  run: RunRow,
  { exit_code, reason, interrupted }: Ended,
): Promise<StoredFailure> {
  const isBySignal = exit_code === null || (exit_code >= ENDED_BY_SIGNAL && exit_code !== ABORTED)
  if (interrupted || isBySignal) return failureIn(reason)
  const tails = await Promise.all(LOG_TYPES.map((type) => readTail(deps, run, type)))
  const hasNetwork = await mayReachNetwork(deps, run)
  const titleOf = (words: string, lines: readonly string[]) =>
    withMissingModule(withNetwork(plainLine(words, LONGEST_TITLE), lines, hasNetwork), run)
  const ends = tails.map((tail) => ({
    tail,
    ...raisedIn(tail.lines, (path) => withoutRunFolder(path, run.id)),
  }))
  for (const { tail, raised } of ends) {
    if (!raised) continue
    return failureAt(run.solution_id, raised.type, {
      title: titleOf(raised.exception, tail.lines),
      place: raised.place,
      log_type: tail.type,
      line: await lineOf(tail, raised.line),
    })
  }
  for (const { tail, after } of ends) {
    const found = lastWordsIn(tail.lines, after)
    const title = titleOf(found?.words ?? '', tail.lines)
    if (found && title !== '')
      return failureIn(title, {
        place: found.place,
        log_type: tail.type,
        line: await lineOf(tail, found.line),
      })
  }
  const allLines = tails.flatMap(({ lines }) => lines)
  return failureIn(withMissingModule(withNetwork(reason, allLines, hasNetwork), run))
}

/** The title with a note that an address could not be reached, which is often the cause. */
function withNetwork(title: string, lines: readonly string[], hasNetwork: boolean): string {
  const isNetworkFailure = NOT_REACHED.test(title)
  if (title === '' || (isNetworkFailure && hasNetwork)) return title
  if (!isNetworkFailure && !lines.some((line) => NOT_REACHED.test(line))) return title
  const what = hasNetwork ? 'an address could not be reached' : NO_NETWORK
  const also = isNetworkFailure ? '' : 'the log also says that '
  return `${title.replace(/\.$/, '')}; ${also}${what}`
}

/** True if the workspace allows its runs the network now, or the engine cannot block it. */
async function mayReachNetwork({ database, engine }: RunDeps, run: RunRow): Promise<boolean> {
  const { heeds } = await engine.capabilities()
  if (!heeds.includes('network')) return true
  const [workspace] = await database
    .select({ network: workspaces.network })
    .from(workspaces)
    .where(eq(workspaces.id, run.workspace_id))
  return workspace?.network ?? true
}

async function readTail(deps: RunDeps, run: RunRow, type: LogType): Promise<Tail> {
  const log = await openLog(deps, run.id, type)
  const from = Math.max(0, log.size - TAIL)
  const bytes = await buffer(await log.read(from, log.size))
  // the first line may be cut off at its beginning
  const begin = from === 0 ? 0 : bytes.indexOf(NEWLINE) + 1
  const lines = bytes.subarray(begin).toString('utf8').split('\n').map(lastState)
  return { log, type, skipped: from + begin, lines }
}

/** The text that a terminal would show: everything before a carriage return is overwritten. */
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

/** Removes the run's folder from a path, as the disk, a sandbox or a container has it; else keeps the last parts. */
function withoutRunFolder(path: string, run: string): string {
  const [, shown] = /^\/podium\/(?:work|cwd)\/(.+)/.exec(path) ?? []
  if (shown !== undefined) return shown
  const [, below] = path.split(`/${run}/`)
  // the next parts are the attempt and the folder that the program was started in
  if (below !== undefined) return below.split('/').slice(2).join('/')
  return path.startsWith('/') ? path.split('/').slice(-3).join('/') : path
}
