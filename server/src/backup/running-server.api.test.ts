import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { listAudit } from '@podium/contract/calls/audit.ts'
import { readOverview } from '@podium/contract/calls/overview.ts'
import { createWorkspace, deleteWorkspace } from '@podium/contract/calls/workspaces.ts'
import { inDatabase } from '@podium/database/testing/in-database.ts'
import type { ObjectStore } from '@podium/storage/object-store.ts'
import { sql } from 'drizzle-orm'
import { beforeEach, expect, inject, test } from 'vitest'
import { createTestApp, type TestApp } from '../testing/test-app.ts'
import { exportHome, type Resources } from './commands.ts'
import { exportAll } from './export.ts'
import { entriesOf } from './testing/repack.ts'

let podium: TestApp
let folder: string
let file: string
beforeEach(async () => {
  podium = await createTestApp()
  folder = await mkdtemp(join(tmpdir(), 'podium-live-'))
  file = join(folder, 'live.tar.gz')
  return async () => {
    await podium.close()
    await rm(folder, { recursive: true })
  }
})

async function owner() {
  const { rows } = await podium.deps.database.execute<{ name: string }>(
    sql`select current_database() as name`,
  )
  return inDatabase(inject('testPostgres').owner, rows[0]?.name ?? '')
}

/** A store that runs a callback before it lists a bucket. */
function whenListing(bucket: string, happens: () => Promise<unknown>): ObjectStore {
  const { objects } = podium.deps
  return {
    ...objects,
    async *list(listed, prefix) {
      if (listed === bucket) await happens()
      yield* objects.list(listed, prefix)
    },
  }
}

const put = (bucket: string) => podium.deps.objects.put(bucket, 'datasets/a.csv', Readable.from(['1']))
const create = (s3_bucket_name: string) =>
  podium.as('admin').ask(createWorkspace, { body: { name: 'next', s3_bucket_name } })
const exported = async () =>
  (await entriesOf(file)).map(({ header }) => header.name).filter((name) => name.startsWith('objects/'))

test('does not export files of a bucket that now belongs to another workspace as the previous one’s', {
  tags: ['long'],
}, async () => {
  await put('first-bucket')
  const objects = whenListing('first-bucket', async () => {
    await podium.as('admin').call(deleteWorkspace, { params: { id: podium.people.second.id } })
    expect((await create('second-bucket')).statusCode).toBe(200)
    await put('second-bucket')
  })
  await exportAll({ owner: await owner(), objects, file })
  expect(await exported()).toEqual(['objects/first-bucket/datasets/a.csv'])
})

test('assigns a bucket to nobody while it is copied', async () => {
  const answers: number[] = []
  const objects = whenListing('first-bucket', async () => {
    await podium.as('admin').call(deleteWorkspace, { params: { id: podium.people.first.id } })
    answers.push((await create('first-bucket')).statusCode)
  })
  await exportAll({ owner: await owner(), objects, file })
  answers.push((await create('first-bucket')).statusCode)
  expect([answers, await exported()]).toEqual([[409, 200], []])
})

async function resourcesWith(objects: ObjectStore): Promise<Resources> {
  const home = join(folder, 'home')
  await mkdir(join(home, 'objects'), { recursive: true })
  const settings = await owner()
  return {
    config: { ...podium.deps.config, home },
    openDatabase: async () => ({ serving: settings, owner: settings }),
    findDatabase: async () => ({ serving: settings, owner: settings }),
    openObjects: async () => objects,
    end: async () => undefined,
  }
}

async function lastExport(): Promise<string | null | undefined> {
  const query = { workspace_id: podium.people.first.id, cards: 'administration' }
  const { administration } = await podium.as('admin').call(readOverview, { query })
  return administration?.content?.last_export
}

test.each(['SIGINT', 'SIGTERM'] as const)('leaves nothing of an export that %s stops', async (signal) => {
  const resources = await resourcesWith(
    whenListing('first-bucket', async () => {
      expect((await readdir(folder)).length).toBe(2)
      process.emit(signal)
    }),
  )
  await expect(exportHome(resources, [file])).rejects.toThrow('The export was stopped. Nothing was written.')
  expect(await readdir(folder)).toEqual(['home'])
  expect(await lastExport()).toBeNull()
})

test('records an export in the audit log, and the overview says when the last one was', async () => {
  await exportHome(await resourcesWith(podium.deps.objects), [file])
  const at = await lastExport()
  const query = { action: 'installation.export' }
  const { events } = await podium.as('admin').call(listAudit, { query })
  expect(events).toMatchObject([
    { at, actor_name: 'host', object_name: 'live.tar.gz', after: { rows: expect.any(Number), objects: 0 } },
  ])
})

test('removes the remains of a killed export in the next one to the same file', {
  tags: ['long'],
}, async () => {
  const child = spawn(process.execPath, ['--version'])
  await once(child, 'exit')
  const left = join(folder, `.live.tar.gz-${child.pid}-abcdef`)
  const growing = join(folder, `.live.tar.gz-${process.pid}-abcdef`)
  const other = join(folder, '.live.tar.gz-kept')
  for (const path of [left, growing, other]) await mkdir(path)
  await exportAll({ owner: await owner(), objects: podium.deps.objects, file })
  expect((await readdir(folder)).sort()).toEqual(
    ['.live.tar.gz-kept', `.live.tar.gz-${process.pid}-abcdef`, 'live.tar.gz'].sort(),
  )
})
