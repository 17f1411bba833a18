import type { AuditEvent } from '@podium/contract/audit.ts'
import type { Sent } from '../../http/call.ts'
import { csvLine } from '../../http/csv.ts'

const COLUMNS = [
  'at',
  'actor_name',
  'address',
  'action',
  'object_kind',
  'object_name',
  'object_id',
  'workspace_name',
  'before',
  'after',
  'request_id',
  'id',
] as const satisfies (keyof AuditEvent)[]

export const eventsHead = csvLine(COLUMNS)

export function eventLine(event: Sent<AuditEvent>): string {
  return csvLine(COLUMNS.map((column) => textOf(event[column])))
}

function textOf(value: unknown): string {
  if (value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
