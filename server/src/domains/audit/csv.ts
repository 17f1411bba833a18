import type { AuditEvent } from '@podium/contract/audit.ts'
import type { Sent } from '../../http/call.ts'

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

/** A spreadsheet runs what begins like a formula; an apostrophe before it makes it a text again. */
const FORMULA = /^[=+\-@\t\r]/

export const csvHead = line([...COLUMNS])

export function csvLine(event: Sent<AuditEvent>): string {
  return line(COLUMNS.map((column) => textOf(event[column])))
}

function textOf(value: unknown): string {
  if (value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function line(cells: string[]): string {
  return `${cells.map(cell).join(',')}\r\n`
}

function cell(text: string): string {
  const tame = FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(tame) ? `"${tame.replaceAll('"', '""')}"` : tame
}
