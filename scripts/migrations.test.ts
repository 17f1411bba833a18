import { readdirSync } from 'node:fs'
import { join } from 'node:path'
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
