import type { AuditEvent } from '@podium/contract/audit.ts'
import type { Change } from '../../../ui/form/change-list.tsx'
import { fieldWords } from './field-words.ts'
import { valueWords } from './value-words.ts'

type Changed = Pick<AuditEvent, 'before' | 'after' | 'object_kind'> &
  Partial<Pick<AuditEvent, 'actor_id' | 'actor_name'>>

/** Each field that the event names, in words, as it was and as it is; what stayed the same is left out. */
export function eventChanges({ before, after, object_kind, actor_id, actor_name }: Changed): Change[] {
  // Whoever made something is kept by their id.
  const named = (value: unknown) => (value && value === actor_id ? actor_name : value)
  const [was, is] = [fieldsOf(before), fieldsOf(after)]
  return [...new Set([...was.keys(), ...is.keys()])]
    .map((field) => ({
      name: fieldWords(field, object_kind),
      before: valueWords(field, named(was.get(field))),
      after: valueWords(field, named(is.get(field))),
    }))
    .filter((change) => change.before !== change.after)
}

/** The tiers of a workspace are told one by one: who changes one does not change the others. */
function fieldsOf(record: AuditEvent['before']): Map<string, unknown> {
  const { execution_specs: specs, ...fields } = record ?? {}
  if (!isSpecs(specs)) return new Map(Object.entries(record ?? {}))
  return new Map<string, unknown>([
    ...Object.entries(fields),
    ...specs.map(({ name, instance }) => [name, instance] as const),
  ])
}

function isSpecs(value: unknown): value is { name: string; instance: string }[] {
  return Array.isArray(value) && value.every((spec) => typeof spec?.name === 'string')
}
