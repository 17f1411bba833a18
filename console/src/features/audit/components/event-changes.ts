import type { AuditEvent } from '@podium/contract/audit.ts'
import type { Change } from '../../../ui/change-list.tsx'

/** Each field that the event names, as it was and as it is; what stayed the same is left out. */
export function eventChanges({ before, after }: Pick<AuditEvent, 'before' | 'after'>): Change[] {
  const [was, is] = [fieldsOf(before), fieldsOf(after)]
  return [...new Set([...was.keys(), ...is.keys()])]
    .map((name) => ({ name, before: textOf(was.get(name)), after: textOf(is.get(name)) }))
    .filter((change) => change.before !== change.after)
}

/** The tiers of a workspace are told one by one: who changes one does not change the others. */
function fieldsOf(record: AuditEvent['before']): Map<string, unknown> {
  const { execution_specs: specs, ...fields } = record ?? {}
  const tiers = isSpecs(specs) ? specs.map(({ name, instance }) => [name, instance] as const) : []
  return new Map<string, unknown>([...Object.entries(fields), ...tiers])
}

function isSpecs(value: unknown): value is { name: string; instance: string }[] {
  return Array.isArray(value) && value.every((spec) => typeof spec?.name === 'string')
}

/** null: nothing was there */
function textOf(value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null
  return typeof value === 'string' ? value : JSON.stringify(value)
}
