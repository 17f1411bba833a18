import { plainLine } from '../../plain-line.ts'
import { type LogFile, readTail } from '../logs.ts'

const TAIL = 8 * 1024
const MOST_LINES = 10
const LONGEST = 300

/** Returns the last lines of a log that are not blank, as plain text. */
export async function lastLines(log: LogFile): Promise<string[]> {
  return (await readTail(log, TAIL))
    .split(/[\r\n]+/)
    .map((line) => plainLine(line, LONGEST))
    .filter((line) => line !== '')
    .slice(-MOST_LINES)
}
