import { plainLine } from '../../plain-line.ts'
import { type LogFile, readTail } from '../logs.ts'

const TAIL = 8 * 1024
const MAX_LINES = 10
const MAX_LENGTH = 300

/** Returns the last lines of a log that are not blank, as plain text. */
export async function lastLines(log: LogFile): Promise<string[]> {
  return (await readTail(log, TAIL))
    .split(/[\r\n]+/)
    .map((line) => plainLine(line, MAX_LENGTH))
    .filter((line) => line !== '')
    .slice(-MAX_LINES)
}
