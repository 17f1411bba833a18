import type { RunInfo } from '@podium/contract/calls/runs.ts'
import { formatFileSize } from '../../format/file-size.ts'
import { formatShare } from '../../format/number.ts'
import type { LogType } from './log-source.ts'

/** Returns why a log is empty, by the state of its run. */
export function emptyLog({ state, started_at }: Pick<RunInfo, 'state' | 'started_at'>, type: LogType) {
  if (state === 'queued' || state === 'starting')
    return {
      title: 'No lines yet',
      sentence: 'The log begins when the run starts. This page follows it from the first line.',
    }
  if (state === 'running')
    return {
      title: 'No lines yet',
      sentence:
        type === 'pipeline'
          ? 'The solution has written nothing to its pipeline.log. What it prints is in process.log.'
          : 'The program has printed nothing yet.',
    }
  if (started_at === null) return { title: 'No log', sentence: 'The run never started, so there is no log.' }
  return {
    title: 'No lines',
    sentence:
      type === 'pipeline'
        ? 'The solution wrote no pipeline.log. What it printed is in process.log.'
        : 'The program printed nothing.',
  }
}

/** Returns how much of the size limit is used and that the run is stopped at it; null below half of it. */
export function limitWarning(size: number, limit: number): string | null {
  if (limit <= 0 || size < limit / 2) return null
  return `${formatShare(size / limit)} of ${formatFileSize(limit)}: at the limit the run is stopped.`
}
