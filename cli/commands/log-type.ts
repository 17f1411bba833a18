import { logTypeOf } from '@podium/contract/calls/run-files.ts'
import { fail } from '../cli-error.ts'

/** The option of commands that read a log. */
export const LOG_TYPE = {
  value: 'process|pipeline',
  help: 'what the program printed, or the log that it wrote itself; process if left out',
} as const

export function logTypeFrom({ type = 'process' }: { type?: string }): 'process' | 'pipeline' {
  return logTypeOf(type) ?? fail('Unsupported log type. The types are pipeline and process.')
}
