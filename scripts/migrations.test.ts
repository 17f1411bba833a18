import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getTableColumns, getTableName, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { migrationsFolder } from '../database/migrations-folder.ts'

test('keeps only the newest snapshot of the schema, which the next migration is made from', () => {
  const last =
    readdirSync(migrationsFolder())
      .filter((file) => file.endsWith('.sql'))
      .sort()
      .at(-1) ?? ''
  const snapshots = readdirSync(join(migrationsFolder(), 'meta')).filter((file) =>
    file.endsWith('_snapshot.json'),
  )
  expect(snapshots, 'remove those before it').toEqual([`${last.slice(0, 4)}_snapshot.json`])
})

test('has every column of the schema in the newest snapshot', async () => {
  const meta = join(migrationsFolder(), 'meta')
  const newest = readdirSync(meta).find((file) => file.endsWith('_snapshot.json')) ?? ''
  const { tables } = JSON.parse(readFileSync(join(meta, newest), 'utf8'))
  const folder = join(import.meta.dirname, '../database/schema')
  for (const file of readdirSync(folder))
    for (const table of Object.values(await import(join(folder, file))))
      if (is(table, PgTable)) {
        const name = getTableName(table)
        const columns = Object.values(getTableColumns(table)).map((column) => column.name)
        const known = Object.keys(tables[`public.${name}`]?.columns ?? {})
        expect(known.sort(), `${name}: run npm run migrations`).toEqual(columns.sort())
      }
})
