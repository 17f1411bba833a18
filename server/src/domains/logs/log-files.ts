import { logTypeOf } from '@podium/contract/calls/run-files.ts'
import { fail } from '@podium/contract/rules/errors.ts'
import type { LogType } from '@podium/engines/engine.ts'

export const LOG_TYPES = ['process', 'pipeline'] as const satisfies LogType[]

/** A run is stopped when one of its logs exceeds this size, in bytes. */
export const LOG_LIMIT = 1024 * 1024 * 1024

/** @throws Failure LOG.TYPE */
export function requiredLogType(sent: string): LogType {
  return logTypeOf(sent) ?? fail('LOG.TYPE')
}
