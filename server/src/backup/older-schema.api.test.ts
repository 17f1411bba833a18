import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '@podium/database/migrate.ts'
import { withConnection } from '@podium/database/one-connection.ts'
import { readSchemaVersion, withMigrationsUpTo } from '@podium/database/schema-version.ts'
import { createEmptyDatabase } from '@podium/database/testing/empty-database.ts'
import { createMemoryStore } from '@podium/storage/memory.ts'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { exportAll } from './export.ts'
import { checkExport, importAll } from './import.ts'

const OLD = '0002_unlocked_at'
let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'podium-older-'))
  return async () => {
    await rm(folder, { recursive: true })
  }
})

async function emptyDatabase() {
  const made = await createEmptyDatabase()
  onTestFinished(() => made.drop())
  return made
}

test('imports an export of an older Podium and then upgrades it', async () => {
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
