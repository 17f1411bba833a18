import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import type { DatabaseLog } from '../log.ts'

const MAX_LINES = 20

/** Passes PostgreSQL's output on to the log and keeps the last lines, which say why it did not start. */
export function followOutput(stream: Readable, log: DatabaseLog): { lastLines(): string[] } {
  const lines: string[] = []
  createInterface({ input: stream }).on('line', (line) => {
    lines.push(line)
    if (lines.length > MAX_LINES) lines.shift()
    const text = `PostgreSQL: ${line}`
    if (line.startsWith('PANIC')) log.error(text)
    else if (line.startsWith('FATAL')) log.warn(text)
    else log.debug(text)
  })
  return { lastLines: () => [...lines] }
}
