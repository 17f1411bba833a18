import type { AuditEvent } from '@podium/contract/audit.ts'
import type { Change } from '../../../ui/change-list.tsx'

/** Each field that the event names, as it was and as it is; what stayed the same is left out. */
export function eventChanges({ before, after }: Pick<AuditEvent, 'before' | 'after'>): Change[] {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
  return [...names]
    .map((name) => ({ name, before: textOf(before?.[name]), after: textOf(after?.[name]) }))
    .filter((change) => change.before !== change.after)
}

/** null: nothing was there */
function textOf(value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null
  return typeof value === 'string' ? value : JSON.stringify(value)
}
