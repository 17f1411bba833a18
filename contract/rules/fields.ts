/** Tables of the fields that people set on a record. Calls, checks, columns, forms and the audit log read them. */

/** A `text` is never empty. An empty optional field is stored as null; a reply has '' for a text and null for a number. */
export type Field =
  | { kind: 'text' | 'optional-text'; label: string; max: number; problem?: (text: string) => string | null }
  | { kind: 'optional-number'; label: string; problem: (number: number) => string | null }
  | { kind: 'flag'; label: string }

export type Fields = Readonly<Record<string, Field>>

interface Values {
  text: string
  'optional-text': string
  'optional-number': number | null
  flag: boolean
}
/** The values of the fields in calls and replies. */
export type FieldValues<F extends Fields> = { [Name in keyof F]: Values[F[Name]['kind']] }

/** Converts each field of the table. */
export function eachField<F extends Fields, T>(fields: F, convert: (field: Field, name: string) => T) {
  const converted = Object.entries(fields).map(([name, field]) => [name, convert(field, name)])
  return Object.fromEntries(converted) as Record<keyof F & string, T>
}

export function labelsOf<F extends Fields>(fields: F) {
  return eachField(fields, ({ label }) => label)
}

/** The values of a record for which nothing was given. */
export function emptyValues<F extends Fields>(fields: F) {
  const empty = { text: '', 'optional-text': '', 'optional-number': null, flag: false }
  return eachField(fields, ({ kind }) => empty[kind]) as FieldValues<F>
}

/** The problem with a value of the field, or null. An optional field may be empty. */
export function problemOf(field: Field, value: Values[Field['kind']]): string | null {
  const isEmpty = value === null || value === ''
  if (field.kind === 'flag' || (isEmpty && field.kind !== 'text')) return null
  if (field.kind === 'optional-number') return field.problem(Number(value))
  const text = String(value ?? '')
  return field.problem?.(text) ?? (text.length > field.max ? `Use at most ${field.max} characters.` : null)
}
