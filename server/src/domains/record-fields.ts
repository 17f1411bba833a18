import { bodyProblem, FieldProblems } from '@podium/contract/rules/errors.ts'
import {
  eachField,
  emptyValues,
  type Fields,
  type FieldValues,
  problemOf,
} from '@podium/contract/rules/fields.ts'
import { type SQL, sql } from 'drizzle-orm'

/** The fields of a record as the database has them. */
type StoredFields<F extends Fields> = {
  [Name in keyof F]: F[Name]['kind'] extends 'optional-text' ? string | null : FieldValues<F>[Name]
}

export type SentFields<F extends Fields> = { [Name in keyof F]?: FieldValues<F>[Name] | null | undefined }

/** The optional fields of a new record, none of them given. */
export function emptyFields<F extends Fields>(fields: F) {
  const stored: object = asStored(fields, emptyValues(fields))
  return stored as {
    [Name in keyof F as F[Name]['kind'] extends 'text' ? never : Name]: StoredFields<F>[Name]
  }
}

/** Checks the sent fields. @throws FieldProblems with a sentence for each wrong field */
export function checkFields<F extends Fields>(fields: F, sent: SentFields<F>): void {
  const problems = sentIn(fields, sent).flatMap(([name, value, field]) => {
    const problem = problemOf(field, value)
    return problem === null ? [] : [bodyProblem([name], problem)]
  })
  if (problems.length > 0) throw new FieldProblems(problems)
}

/** The sent fields as they are stored. */
export function asStored<F extends Fields>(fields: F, sent: SentFields<F>) {
  const stored = sentIn(fields, sent).map(([name, value]) => [name, value === '' ? null : value])
  return Object.fromEntries(stored) as Partial<StoredFields<F>>
}

function sentIn<F extends Fields>(fields: F, sent: SentFields<F>) {
  return Object.entries(fields).flatMap(([name, field]) => {
    const value = sent[name]
    return value === undefined ? [] : [[name, value, field] as const]
  })
}

/** The columns of the fields in a reply. A text that is null is read as ''. */
export function fieldColumns<F extends Fields>(fields: F, table: SQL): Record<keyof F & string, SQL> {
  return eachField(fields, ({ kind }, name) => {
    const column = sql`${table}.${sql.identifier(name)}`
    return kind === 'optional-text' ? sql`coalesce(${column}, '')` : column
  })
}

/** The columns of these names, as a list. */
export function listOf(names: string[]): SQL {
  return sql.join(
    names.map((name) => sql.identifier(name)),
    sql`, `,
  )
}
