import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import type { DatabaseLog } from '../log.ts'

const KEPT = 20

/** Passes what PostgreSQL says on to the log and keeps the last lines, to say why it did not start. */
export function followOutput(stream: Readable, log: DatabaseLog): { lastLines(): string[] } {
  const kept: string[] = []
  createInterface({ input: stream }).on('line', (line) => {
    kept.push(line)
    if (kept.length > KEPT) kept.shift()
    const text = `PostgreSQL: ${line}`
    if (line.startsWith('PANIC')) log.error(text)
    else if (line.startsWith('FATAL')) log.warn(text)
    else log.debug(text)
  })
  return { lastLines: () => [...kept] }
}
