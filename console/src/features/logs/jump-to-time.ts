import { type LineTime, parseTime, timeOf } from './line-parts.ts'
import { type LogBlocks, linesOf } from './log-blocks.ts'
import type { LogSource } from './log-source.ts'

/** Bytes of a block that are read to find a line with a time. */
const PROBE = 64 * 1024
const DAY = 24 * 60 * 60 * 1000

/**
 * Returns the number (from 0) of the first line at or after a time, by a search that reads only parts of the log.
 * @throws Error with a sentence if `typed` is not a time or no line begins with one
 */
export async function lineAtTime(
  source: LogSource,
  blocks: LogBlocks,
  typed: string,
  signal: AbortSignal,
): Promise<number> {
  const target = parseTime(typed)
  if (!target) throw new Error('Write a time as 14:06:03 or 2026-11-17 14:06.')
  const count = Math.ceil(blocks.lines() / blocks.every())

  /** Returns the times of the first block, from this one on, that has any. */
  async function timesFrom(block: number, whole: boolean) {
    for (let at = block; at < count; at += 1) {
      const { first, from, to } = blocks.locate(at * blocks.every())
      const bytes = await source.bytes(from, whole ? to : Math.min(to, from + PROBE), signal)
      const times = linesOf(bytes).flatMap((line, row) => {
        const time = timeOf(line)
        return time ? [{ line: first + row, time }] : []
      })
      if (times.length > 0) return times
    }
    return []
  }

  const [begin] = await timesFrom(0, false)
  if (!begin) throw new Error('No line of this log begins with a time.')
  const at = comparable(begin.time)
  let [low, high] = [0, count]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    const [first] = await timesFrom(middle, false)
    if (first && at(first.time) < at(target)) low = middle
    else high = middle
  }
  for (let block = low; block <= high && block < count; block += 1) {
    const found = (await timesFrom(block, true)).find(({ time }) => at(time) >= at(target))
    if (found) return found.line
  }
  throw new Error('The log ends before that time.')
}

/**
 * Returns a function that maps the times of a log to comparable numbers. A time without a date is on the day on which
 * the log begins, or on the next day if it is earlier than the log's first time.
 */
function comparable(begin: LineTime): (time: LineTime) => number {
  const midnight = begin.at - (begin.at % DAY)
  return ({ at, hasDate }) => {
    if (hasDate) return begin.hasDate ? at : at % DAY
    return midnight + at + (midnight + at < begin.at - (begin.at % 1000) ? DAY : 0)
  }
}
