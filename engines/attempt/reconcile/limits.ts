import { sizeInWords } from '@podium/contract/rules/disk-space.ts'
import type { RunSpec } from '../../engine.ts'
import { type LogFile, logSize } from '../logs.ts'

/** Returns why a running attempt must be ended, in a sentence, or null if it must not. Its age is in seconds. */
export async function exceededLimit(
  spec: RunSpec,
  logs: LogFile[],
  ageOf: () => Promise<number>,
): Promise<string | null> {
  const { log_limit, timeout_seconds } = spec
  const sizes = await Promise.all(logs.map(logSize))
  if (Math.max(...sizes) > log_limit) {
    return logTooLong(log_limit)
  }
  if (timeout_seconds === null || (await ageOf()) <= timeout_seconds) return null
  return `The run took longer than ${timeout_seconds} seconds, the limit of its pipeline, and was stopped.`
}

/** @param limit maximum size of a log in bytes */
export function logTooLong(limit: number): string {
  return `The log grew past ${sizeInWords(limit)}, the most a run may write: the run was stopped. Log less and start it again.`
}
