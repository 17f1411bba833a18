import { Readable } from 'node:stream'
import { editModel } from '@podium/contract/calls/models.ts'
import { applyRetention, emptyTrash, listTrash } from '@podium/contract/calls/retention.ts'
import { startRun } from '@podium/contract/calls/runs.ts'
import { createSchedule, deleteSchedule, editSchedule } from '@podium/contract/calls/schedules.ts'
import { metadataForTests } from '@podium/contract/testing/metadata-for-tests.ts'
import { createMemoryStore } from '@podium/storage/memory.ts'
import type { ObjectStore } from '@podium/storage/object-store.ts'
import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Caller } from '../../http/call.ts'
import { addStream } from '../runs/testing/run-fixture.ts'
import { applyRules, presentInstant } from './apply-rules.ts'
import { readRetention } from './reads.ts'
import { removeEvicted } from './remove-files.ts'
import { evictDueTrash, measureLeft } from './sweeps.ts'
import {
  type Bucket,
  createRetentionFixture,
  KEEP_NOTHING_ELSE,
  type RetentionFixture,
} from './testing/retention-fixture.ts'
import { evictTrash, restore } from './trash.ts'

let podium: RetentionFixture
let params: { id: string }
let storeFails: boolean
beforeAll(async () => {
  podium = await createRetentionFixture({ objects: failing(createMemoryStore()) })
  return () => podium.close()
})
beforeEach(async () => {
  storeFails = false
  unlisted = null
  await podium.startOver()
  params = podium.params
})

let unlisted: string | null
/** A store whose removals fail while `storeFails`, and that does not list one run. */
function failing(store: ObjectStore): ObjectStore {
  const orFail = async () => {
    if (storeFails) throw new Error('the store does not answer')
  }
  return {
    ...store,
    list(bucket, prefix) {
      if (unlisted !== null && prefix.includes(unlisted)) throw new Error('the store does not list it')
      return store.list(bucket, prefix)
    },
    remove: async (...of) => orFail().then(() => store.remove(...of)),
    removeAll: async (...of) => orFail().then(() => store.removeAll(...of)),
  }
}

const rule = (part: object) => ({ ...KEEP_NOTHING_ELSE, ...part })
const apply = (body = {}) => podium.as('manager').call(applyRetention, { params, body })
const empty = () => podium.as('manager').call(emptyTrash, { params, body: {} })
const name = (id: string, aliases: string[]) =>
  podium.as('member').call(editModel, { params: { id }, body: { aliases } })

async function inTrash() {
  const { trashed } = await podium.as('member').call(listTrash, { params, query: { page_size: 100 } })
  const withBytes = (kind: 'logs_bytes' | 'artifacts_bytes') =>
    trashed.filter((run) => run[kind] > 0).map(({ run_id }) => run_id)
  return { logs: withBytes('logs_bytes').sort(), artifacts: withBytes('artifacts_bytes').sort() }
}

/** Objects that were in the bucket before and no longer are. */
function goneOf(before: Bucket, after: Bucket): Bucket {
  return new Map([...before].filter(([path]) => !after.has(path)))
}

test('a run that ends, or that loses its alias or reader, after a preview is not moved by it', {
  tags: ['long'],
}, async () => {
  const [old, named, read, later] = [
    await podium.train(),
    await podium.train(),
    await podium.train(),
    await podium.train(),
  ]
  await name(named, ['live'])
  const reader = await podium.start({ pipeline: 'inference', model_from: read })
  await podium.loop.tick()
  await podium.setRules({
    logs: rule({ last: 1, aliased: true }),
    artifacts: rule({ last: 1, aliased: true }),
  })
  const seen = await podium.preview()
  expect(seen).toMatchObject({ logs: [old, read].sort(), artifacts: [old] })
  await podium.endNow(reader, { leaves: false })
  const newest = await podium.train()
  await name(newest, ['live'])
  const moved = await apply({ as_of: seen.as_of })
  expect(moved.logs_bytes + moved.artifacts_bytes).toBe(seen.bytes)
  expect(await inTrash()).toEqual({ logs: seen.logs, artifacts: seen.artifacts })
  const next = await podium.preview()
  expect(next.artifacts).toEqual([named, read, later, reader].sort())
})

test('a run that gets an alias or a reader after a preview is kept, and the answer counts what moved', {
  tags: ['long'],
}, async () => {
  const [one, two, three] = [await podium.train(), await podium.train(), await podium.train()]
  await podium.train()
  await podium.setRules({ artifacts: rule({ last: 1, aliased: true }) })
  const seen = await podium.preview()
  expect(seen.artifacts).toEqual([one, two, three].sort())
  await name(one, ['live'])
  await podium.start({ pipeline: 'inference', model_from: two })
  expect((await apply({ as_of: seen.as_of })).runs).toBe(1)
  expect(await inTrash()).toEqual({ logs: [], artifacts: [three] })
})

test('a model that a schedule names is kept, and one no longer named after a preview is not moved by it', {
  tags: ['long'],
}, async () => {
  const [byId, byAlias, old] = [await podium.train(), await podium.train(), await podium.train()]
  await podium.train()
  await name(byAlias, ['live'])
  await podium.setRules({ artifacts: rule({ last: 1 }) })
  const query = { workspace_id: params.id }
  const schedule = (model_from: string) =>
    podium.as('manager').call(createSchedule, {
      query,
      body: {
        stream_id: podium.ids.stream,
        cron: '0 6 * * *',
        time_zone: 'UTC',
        pipeline: 'inference',
        model_from,
      },
    })
  const [first, second] = [await schedule(byId.toUpperCase()), await schedule('live')]
  await podium.as('manager').call(editSchedule, { params: { id: first.id }, body: { active: false } })
  const seen = await podium.preview()
  expect(seen.artifacts).toEqual([old])
  await podium.as('manager').call(deleteSchedule, { params: { id: first.id } })
  await name(byAlias, [])
  expect((await apply({ as_of: seen.as_of })).runs).toBe(1)
  await name(byAlias, ['live'])
  const again = await podium.preview()
  expect(again.artifacts).toEqual([byId])
  await podium.as('manager').call(editSchedule, { params: { id: second.id }, body: { model_from: '' } })
  expect((await apply({ as_of: again.as_of })).runs).toBe(1)
  const last = await podium.preview()
  expect(last.artifacts).toEqual([byAlias])
  await apply()
  // a schedule that was saved before this choice was refused
  await podium.deps.database.execute(sql`update schedules set model_from = ${byAlias}`)
  await podium.deps.database.execute(sql`
    update run_files set trashed_at = now() - interval '15 days' where trashed_at is not null`)
  await podium.deps.database.execute(sql`update retention set updated_at = now() - interval '61 minutes'`)
  await evictDueTrash(podium.deps)
  expect((await inTrash()).artifacts).toEqual([byAlias])
})

test('while runs start, end and get aliases, applying moves exactly the preview, to the byte', {
  tags: ['long'],
}, async () => {
  const other = await addStream(podium, params.id, metadataForTests(), 'pumps')
  for (const stream of [podium.ids.stream, other.stream])
    for (const accuracy of [0.1, 0.2, 0.3]) await podium.train({ stream, accuracy })
  const keep = rule({ last: 1, aliased: true })
  await podium.setRules({ logs: keep, artifacts: keep })
  let isChurning = true
  const churn = async () => {
    for (const stream of [podium.ids.stream, other.stream, podium.ids.stream, other.stream]) {
      const id = await podium.train({ stream, accuracy: Math.random() })
      await name(id, ['live'])
    }
    isChurning = false
  }
  let rounds = 0
  const conduct = async () => {
    for (; isChurning || rounds === 0; rounds++) {
      const seen = await podium.preview()
      const moved = await apply({ as_of: seen.as_of })
      expect(moved.logs_bytes + moved.artifacts_bytes).toBe(seen.bytes)
      expect(await inTrash()).toEqual({ logs: seen.logs, artifacts: seen.artifacts })
      const before = await podium.bucket()
      const emptied = await empty()
      const gone = goneOf(before, await podium.bucket())
      expect([emptied.bytes, podium.bytesOf(gone)]).toEqual([seen.bytes, seen.bytes])
    }
  }
  await Promise.all([churn(), conduct()])
  expect(rounds).toBeGreaterThan(0)
})

test('a run that starts from a model while rules are applied keeps its files, or is refused', {
  tags: ['long'],
}, async () => {
  const models: string[] = []
  for (let at = 0; at < 6; at++) models.push(await podium.train())
  await podium.train()
  await podium.setRules({ artifacts: rule({ last: 1 }) })
  const start = (model_from: string) =>
    podium.as('member').ask(startRun, {
      params: { id: podium.ids.stream },
      body: { pipeline: 'inference', model_from },
    })
  const [answers] = await Promise.all([Promise.all(models.map(start)), apply(), apply()])
  const refused = models.filter((_, at) => answers[at]?.statusCode === 422)
  const started = models.filter((_, at) => answers[at]?.statusCode === 200)
  expect(refused.length + started.length).toBe(models.length)
  expect((await inTrash()).artifacts).toEqual(refused.sort())
})

test('files marked for removal before a crash are removed later, also by two servers at once', async () => {
  const old = await podium.train()
  await podium.train()
  await podium.setRules({ logs: rule({ last: 1 }), artifacts: rule({ last: 1 }) })
  const before = await podium.bucket()
  const moved = await apply()
  storeFails = true
  expect((await empty()).done).toBe(1)
  expect(await podium.bucket()).toEqual(before)
  const readable = await podium.info(old)
  expect([readable.logs_trashed_at, readable.logs_removed_at]).toEqual([null, expect.any(String)])
  storeFails = false
  await Promise.all([removeEvicted(podium.deps, null), removeEvicted(podium.deps, params.id)])
  const gone = goneOf(before, await podium.bucket())
  expect(podium.bytesOf(gone)).toBe(moved.logs_bytes + moved.artifacts_bytes)
  const { rows } = await podium.deps.database.execute(
    sql`select kind, bytes, removing from run_files where run_id = ${old}::uuid order by kind`,
  )
  expect(rows).toEqual([
    { kind: 'artifacts', bytes: 0, removing: false },
    { kind: 'logs', bytes: 0, removing: false },
  ])
})

test('runs without recorded sizes are not moved until they are measured, with all their attempts', async () => {
  const old = await podium.train()
  await podium.train()
  const [path, content] = [`streams/${podium.ids.stream}/${old}/2/artifacts/late.txt`, 'of another attempt']
  const { objects, database } = podium.deps
  await objects.put(podium.people.first.s3_bucket_name, path, Readable.from([content]))
  await database.execute(sql`update run_files set measured = false, bytes = 0 where run_id = ${old}::uuid`)
  await podium.setRules({ logs: rule({ last: 1 }), artifacts: rule({ last: 1 }) })
  expect(await podium.preview()).toMatchObject({ logs: [], artifacts: [] })
  const earlier = await podium.preview()
  await Promise.all([measureLeft(podium.deps), measureLeft(podium.deps)])
  expect((await apply({ as_of: earlier.as_of })).runs).toBe(0)
  const seen = await podium.preview()
  expect([seen.logs, seen.artifacts]).toEqual([[old], [old]])
  const before = await podium.bucket()
  await apply()
  await empty()
  const gone = goneOf(before, await podium.bucket())
  expect([podium.bytesOf(gone), gone.has(path)]).toEqual([seen.bytes, true])
})

test('a run that the store fails to list does not keep others from being measured', async () => {
  const [broken] = [await podium.train(), await podium.train(), await podium.train()]
  const { database } = podium.deps
  await database.execute(sql`update run_files set measured = false, bytes = 0`)
  unlisted = broken
  await measureLeft(podium.deps)
  const left = () => database.execute(sql`select distinct run_id from run_files where not measured`)
  expect((await left()).rows).toEqual([{ run_id: broken }])
  unlisted = null
  await measureLeft(podium.deps)
  expect((await left()).rows).toEqual([])
})

test('a caller who has lost the right meanwhile moves, restores and removes nothing', async () => {
  await podium.train()
  await podium.train()
  await podium.setRules({ logs: rule({ last: 1 }) })
  const { database } = podium.deps
  const workspace = { ...params, name: 'first-ws', workspace_id: params.id }
  const signedOut: Caller = {
    account_id: null,
    username: 'manager',
    display_name: 'The manager',
    role: 'DEVELOPER',
    login_type: 'static',
    must_change_password: false,
    host: false,
    session: Buffer.alloc(32),
    access_token: null,
    address: '',
    request_id: '',
  }
  const rules = { ...(await readRetention(database, params.id)), workspace_id: params.id }
  const refused = { code: 'SESSION.NONE' }
  const instant = await presentInstant(database, params.id)
  await expect(applyRules(database, signedOut, workspace, rules, instant)).rejects.toMatchObject(refused)
  expect((await apply()).runs).toBe(1)
  await expect(restore(database, signedOut, workspace, undefined)).rejects.toMatchObject(refused)
  await expect(evictTrash(database, signedOut, workspace, {})).rejects.toMatchObject(refused)
  expect((await inTrash()).logs).toHaveLength(1)
})
