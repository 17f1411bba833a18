import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '@podium/database/migrate.ts'
import { withConnection } from '@podium/database/one-connection.ts'
import { readSchemaVersion, withMigrationsUpTo } from '@podium/database/schema-version.ts'
import { inDatabase } from '@podium/database/testing/in-database.ts'
import { createMemoryStore } from '@podium/storage/memory.ts'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { exportAll } from './export.ts'
import { checkExport, importAll } from './import.ts'

const OLD = '0002_unlocked_at'
let folder: string
let made: string[]

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'podium-older-'))
  made = []
})
afterEach(async () => {
  const { admin } = inject('testPostgres')
  for (const name of made)
    await withConnection(admin, 'test', (client) => client.query(`drop database ${name} with (force)`))
  await rm(folder, { recursive: true })
})

/** A database without any table. */
async function emptyDatabase() {
  const { admin, owner, serving, prefix, owningRole } = inject('testPostgres')
  const name = `${prefix}_${randomBytes(6).toString('hex')}`
  await withConnection(admin, 'test', (client) => client.query(`create database ${name} owner ${owningRole}`))
  made.push(name)
  return { owner: inDatabase(owner, name), serving: inDatabase(serving, name) }
}

test('an export of an older Podium is imported and then brought up to date', async () => {
  const old = await emptyDatabase()
  await withMigrationsUpTo(OLD, (older) => migrate({ ...old, folder: older }))
  await withConnection(old.owner, 'test', (client) =>
    client.query(`insert into accounts (login_type, username, display_name, role)
      values ('static', 'kim', 'Kim', 'ADMIN')`),
  )
  const file = join(folder, 'old.tar.gz')
  const { schema } = await exportAll({ owner: old.owner, objects: createMemoryStore(), file })
  expect(schema).toBe(OLD)

  const fresh = await emptyDatabase()
  await importAll({ file, ...fresh, objects: createMemoryStore() }, await checkExport(file))
  await withConnection(fresh.owner, 'test', async (client) => {
    expect(await readSchemaVersion(client)).toBe(OLD)
  })
  await migrate(fresh)
  await withConnection(fresh.serving, 'test', async (client) => {
    const { rows } = await client.query('select username, totp_secret from accounts')
    expect(rows).toEqual([{ username: 'kim', totp_secret: null }])
  })
})
