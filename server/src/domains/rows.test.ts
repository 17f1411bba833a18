import { sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { columnsOf } from './rows.ts'

interface Reply {
  id: string
  from?: string
}

const textOf = (list: ReturnType<typeof columnsOf>) => new PgDialect().sqlToQuery(list).sql

test('names each column after its field', () => {
  const list = columnsOf<Reply>({ id: sql`w.id`, from: sql`lower(w.begins)` })
  expect(textOf(list)).toBe('w.id as "id", lower(w.begins) as "from"')
})

test('does not compile without a column for an optional field', () => {
  // @ts-expect-error: the field `from` has no column
  expect(textOf(columnsOf<Reply>({ id: sql`w.id` }))).toBe('w.id as "id"')
})
