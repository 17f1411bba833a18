import { logTypeOf } from '@podium/contract/calls/run-files.ts'
import { fail } from '@podium/contract/rules/errors.ts'
import type { LogType } from '@podium/engines/engine.ts'

export const LOG_TYPES = ['process', 'pipeline'] as const satisfies LogType[]

/** Past this size of a log the run is stopped, in bytes. */
export const LOG_LIMIT = 1024 * 1024 * 1024

/** @throws Failure LOG.TYPE */
export function requiredLogType(sent: string): LogType {
  return logTypeOf(sent) ?? fail('LOG.TYPE')
}
