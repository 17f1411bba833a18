import { stripVTControlCharacters } from 'node:util'
import { type LogFile, readTail } from './logs.ts'

const TAIL = 8 * 1024
const KEPT = 10
const LONGEST = 300

/** The last lines of a log that say anything, as plain text. */
export async function lastLines(log: LogFile): Promise<string[]> {
  return (await readTail(log, TAIL))
    .split(/[\r\n]+/)
    .map(plain)
    .filter((line) => line !== '')
    .slice(-KEPT)
}

function plain(line: string): string {
  const text = stripVTControlCharacters(line)
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
}
