import {
  eachField,
  type Field,
  type Fields,
  type FieldValues,
  problemOf,
} from '@podium/contract/rules/fields.ts'

/** The value of a checked box. */
export const YES = 'yes'

/** The fields of a record as typed, also a number; a checked box holds YES. */
export type TypedFields<F extends Fields> = Record<keyof F & string, string>

export function typedFields<F extends Fields>(fields: F, record: FieldValues<F>): TypedFields<F> {
  return eachField(fields, ({ kind }, name) => {
    const value = record[name]
    return kind === 'flag' ? (value ? YES : '') : String(value ?? '')
  })
}

/** Returns the typed texts trimmed, as they are sent. */
export function trimmed<Texts extends Record<string, string>>(texts: Texts): Texts {
  return Object.fromEntries(Object.entries(texts).map(([field, text]) => [field, text.trim()])) as Texts
}

/** Returns the fields that differ from before, as a call takes them. */
export function changedFields<F extends Fields>(
  fields: F,
  before: TypedFields<F>,
  after: TypedFields<F>,
): Partial<FieldValues<F>> {
  const values = eachField(fields, (field, name) => typedValue(field, after[name] ?? ''))
  const changed = Object.entries(values).filter(([name]) => after[name] !== before[name])
  return Object.fromEntries(changed) as Partial<FieldValues<F>>
}

/** Returns the problem of each wrong field. */
export function fieldProblems<F extends Fields>(fields: F, typed: TypedFields<F>) {
  return eachField(
    fields,
    (field, name) => problemOf(field, typedValue(field, typed[name] ?? '')) ?? undefined,
  )
}

function typedValue({ kind }: Field, typed: string): FieldValues<Fields>[string] {
  if (kind === 'flag') return typed === YES
  if (kind !== 'optional-number') return typed
  return typed === '' ? null : Number(typed)
}
