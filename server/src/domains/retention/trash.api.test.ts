import { deleteModel, downloadModel, editModel, readModel } from '@podium/contract/calls/models.ts'
import { readObject } from '@podium/contract/calls/objects.ts'
import { applyRetention, emptyTrash, listTrash, restoreTrash } from '@podium/contract/calls/retention.ts'
import {
  listArtifacts,
  previewArtifact,
  readArtifact,
  readArtifactArchive,
  readLog,
} from '@podium/contract/calls/run-files.ts'
import { retryRun, startRun } from '@podium/contract/calls/runs.ts'
import { createSchedule, editSchedule } from '@podium/contract/calls/schedules.ts'
import { auditEvents } from '@podium/database/schema/audit.ts'
import { like, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { evictDueTrash } from './sweeps.ts'
import {
  createRetentionFixture,
  KEEP_NOTHING_ELSE,
  type RetentionFixture,
} from './testing/retention-fixture.ts'

let podium: RetentionFixture
let params: { id: string }
let ids: string[]
beforeAll(async () => {
  podium = await createRetentionFixture()
  return () => podium.close()
})
beforeEach(async () => {
  await podium.startOver()
  params = podium.params
  ids = [await podium.train({ accuracy: 0.1 }), await podium.train({ accuracy: 0.2 }), await podium.train()]
  await podium.setRules({ logs: rule, artifacts: rule })
})

const rule = { ...KEEP_NOTHING_ELSE, last: 1 }
const idOf = (at: number) => ids[at] ?? ''
const apply = (body = {}) => podium.as('manager').call(applyRetention, { params, body })
const restore = (body = {}) => podium.as('manager').call(restoreTrash, { params, body })
const empty = (body = {}) => podium.as('manager').call(emptyTrash, { params, body })
const trash = (query = {}) => podium.as('member').call(listTrash, { params, query })
const infer = (model_from: string) =>
  podium.as('member').ask(startRun, {
    params: { id: podium.ids.stream },
    body: { pipeline: 'inference', model_from },
  })

/** Reads everything that a run left in every possible way; returns each status and answer. */
async function readAll(id: string) {
  const member = podium.as('member')
  const object = `streams/${podium.ids.stream}/${id}/1/artifacts/metrics.json`
  const answers = [
    await member.ask(readLog, { params: { id }, query: { log_type: 'process' } as never }),
    await member.ask(listArtifacts, { params: { id } }),
    await member.ask(readArtifact, { params: { id, path: 'metrics.json' } }),
    await member.ask(previewArtifact, { params: { id, path: 'metrics.json' } }),
    await member.ask(downloadModel, { params: { id } }),
    await member.ask(readObject, { params: { ...params, path: object } }),
    await member.ask(readArtifactArchive, { params: { id } }),
  ]
  return answers.map(({ statusCode, rawPayload }) => ({
    status: statusCode,
    body: rawPayload.toString('base64'),
    detail: statusCode >= 400 ? (JSON.parse(rawPayload.toString()).detail as string) : '',
  }))
}

test('files in the trash cannot be read by any call, each says so, and restoring brings them all back', async () => {
  const [before, read] = [await podium.bucket(), await readAll(idOf(0))]
  expect(read.map(({ status }) => status)).toEqual(Array(7).fill(200))
  const moved = await apply()
  expect(moved.runs).toBe(2)
  expect(await podium.bucket()).toEqual(before)
  const day = new Date().toISOString().slice(0, 10)
  const until = new Date(Date.parse(day) + 14 * 86_400_000).toISOString().slice(0, 10)
  const sentence = (kind: string) =>
    `The ${kind} of penguins-1 have been in the trash since ${day}. A manager of the workspace can restore them until ${until}.`
  const refused = await readAll(idOf(0))
  expect(refused.map(({ status, detail }) => [status, detail])).toEqual([
    [409, sentence('logs')],
    ...Array(6).fill([409, sentence('artifacts')]),
  ])
  const info = await podium.info(idOf(0))
  expect(info).toMatchObject({ log_types: [], logs_removed_at: null, artifacts_removed_at: null })
  expect(info.logs_trashed_at).toBe(info.artifacts_trashed_at)
  const model = () => podium.as('member').call(readModel, { params: { id: idOf(0) } })
  expect(await model()).toMatchObject({ has_file: false, artifacts_trashed_at: info.logs_trashed_at })
  const { done, failed } = await restore({ ids: [idOf(0), idOf(2), 'nothing'] })
  expect([done, failed.map(({ id }) => id)]).toEqual([1, [idOf(2), 'nothing']])
  expect(await podium.bucket()).toEqual(before)
  expect(await readAll(idOf(0))).toEqual(read)
  expect(await podium.info(idOf(0))).toMatchObject({ logs_trashed_at: null, artifacts_trashed_at: null })
  expect(await model()).toMatchObject({ has_file: true })
  // rules do not move restored files
  expect(await podium.preview()).toMatchObject({ logs: [], artifacts: [] })
  expect(await apply()).toEqual({ runs: 0, logs_bytes: 0, artifacts_bytes: 0 })
  expect((await restore()).done).toBe(1)
  expect((await trash()).total).toBe(0)
})

test('lists the trash by page, order and search, with its size and the day of removal', async () => {
  const { logs_bytes, artifacts_bytes } = await apply()
  const all = await trash({ sort: 'run_name' })
  expect(all).toMatchObject({ total: 2, logs_bytes, artifacts_bytes })
  expect(all.trashed.map(({ run_id }) => run_id)).toEqual([idOf(0), idOf(1)])
  expect(all.trashed[0]).toMatchObject({
    run_name: 'penguins-1',
    solution_name: 'penguins',
    stream_name: 'penguins',
    model_name: 'penguins v 3.1',
  })
  const [first] = all.trashed
  expect(Date.parse(first?.removed_at ?? '') - Date.parse(first?.trashed_at ?? '')).toBe(14 * 86_400_000)
  const page = await trash({ sort: '-run_name', page_size: 1 })
  expect([page.total, page.trashed.map(({ run_name }) => run_name)]).toEqual([2, ['penguins-2']])
  expect((await trash({ q: 'GUINS-2' })).trashed.map(({ run_id }) => run_id)).toEqual([idOf(1)])
  expect((await trash({ q: 'nothing' })).total).toBe(0)
})

test('emptying removes from the store exactly the bytes of the preview, and the audit log says who asked', async () => {
  const seen = await podium.preview()
  const before = await podium.bucket()
  const moved = await apply({ as_of: seen.as_of })
  expect(moved.logs_bytes + moved.artifacts_bytes).toBe(seen.bytes)
  const some = await empty({ ids: [idOf(0), idOf(2)] })
  expect([some.done, some.failed.map(({ id }) => id)]).toEqual([1, [idOf(2)]])
  const rest = await empty()
  expect([rest.done, some.bytes + rest.bytes]).toEqual([1, seen.bytes])
  const after = await podium.bucket()
  expect(podium.bytesOf(before) - podium.bytesOf(after)).toBe(seen.bytes)
  expect([...after.keys()].every((path) => path.includes(idOf(2)))).toBe(true)
  const day = new Date().toISOString().slice(0, 10)
  const gone = await readAll(idOf(1))
  expect(gone.map(({ status }) => status)).toEqual(Array(7).fill(410))
  expect(gone[1]?.detail).toBe(
    `The artifacts of penguins-2 were removed on ${day} by the retention rules of the workspace.`,
  )
  expect((await restore({ ids: [idOf(1)] })).failed).toHaveLength(1)
  const info = await podium.info(idOf(1))
  expect([info.logs_trashed_at, info.logs_removed_at?.slice(0, 10)]).toEqual([null, day])
  const refusals = [
    await infer(idOf(1)),
    await podium.as('member').ask(retryRun, { params: { id: idOf(1) }, body: {} as never }),
  ]
  expect(refusals.map(({ statusCode }) => statusCode)).toEqual([422, 200])
  expect(refusals[0]?.json().detail).toContain(' Choose another model, or train again.')
  const told = await podium.deps.database
    .select()
    .from(auditEvents)
    .where(like(auditEvents.action, 'retention.%'))
  expect(told.map(({ action, actor_name }) => [action, actor_name])).toEqual([
    ['retention.edit', 'manager'],
    ['retention.apply', 'manager'],
    ['retention.remove', 'manager'],
    ['retention.remove', 'manager'],
  ])
  expect(told[1]?.after).toEqual({ ...moved, run_names: ['penguins-1', 'penguins-2'] })
})

test('members may neither restore nor empty', async () => {
  const asMember = podium.as('developer')
  for (const route of [restoreTrash, emptyTrash])
    expect((await asMember.ask(route, { params, body: {} })).statusCode).toBe(403)
})

const editedAgo = (minutes: number) =>
  podium.deps.database.execute(
    sql`update retention set updated_at = now() - make_interval(mins => ${minutes}::int)`,
  )
const trashedAgo = (id: string, days: number) =>
  podium.deps.database.execute(sql`
    update run_files set trashed_at = now() - make_interval(days => ${days}::int, mins => 1)
    where run_id = ${id}::uuid and trashed_at is not null`)

test('the product removes files after their days in the trash, and not before', async () => {
  await apply()
  await editedAgo(61)
  await evictDueTrash(podium.deps)
  expect((await trash()).total).toBe(2)
  await trashedAgo(idOf(0), 14)
  await Promise.all([evictDueTrash(podium.deps), evictDueTrash(podium.deps)])
  expect((await trash()).trashed.map(({ run_id }) => run_id)).toEqual([idOf(1)])
  const events = await podium.deps.database
    .select()
    .from(auditEvents)
    .where(like(auditEvents.action, 'retention.remove'))
  expect(events).toMatchObject([{ actor_name: 'podium', after: { runs: 1 } }])
})

test('a shorter time in the trash applies an hour later, and raising it in time loses nothing', {
  tags: ['long'],
}, async () => {
  await apply()
  await trashedAgo(idOf(0), 3)
  const left = async () => {
    await evictDueTrash(podium.deps)
    return (await trash()).total
  }
  await podium.setRules({ trash_days: 1 })
  expect(await left()).toBe(2)
  await editedAgo(59)
  expect(await left()).toBe(2)
  await podium.setRules({ trash_days: 30 })
  await editedAgo(61)
  expect(await left()).toBe(2)
  await podium.setRules({ trash_days: 1 })
  await editedAgo(61)
  expect(await left()).toBe(1)
})

test('the product does not remove files that are needed again, and a trashed or removed model gets no alias', {
  tags: ['long'],
}, async () => {
  const name = (id: string) =>
    podium.as('member').ask(editModel, { params: { id }, body: { aliases: ['live'] } })
  const left = async () => {
    await evictDueTrash(podium.deps)
    return (await trash({ sort: 'run_name' })).trashed.map(({ run_id }) => run_id)
  }
  await podium.setRules({ logs: null })
  await apply()
  const refused = await name(idOf(1))
  expect([refused.statusCode, refused.json().detail]).toEqual([
    409,
    (await infer(idOf(1))).json().detail.replace(' Choose another model, or train again.', ''),
  ])
  await editedAgo(61)
  await trashedAgo(idOf(0), 15)
  await trashedAgo(idOf(1), 15)
  await podium.as('member').call(deleteModel, { params: { id: idOf(2) } })
  expect(await left()).toEqual([idOf(1)])
  expect((await name(idOf(0))).statusCode).toBe(410)
  expect((await restore({ ids: [idOf(1)] })).done).toBe(1)
  expect((await name(idOf(1))).statusCode).toBe(200)
})

test('the product does not remove models that have an alias or are being read', async () => {
  await apply()
  await editedAgo(61)
  await podium.deps.database.execute(sql`
    insert into model_aliases (solution_id, name, run_id) select solution_id, 'live', id from runs where id = ${idOf(0)}::uuid`)
  await podium.deps.database.execute(sql`
    update runs set model_from = ${idOf(1)}::uuid where id = ${await podium.start()}::uuid`)
  await trashedAgo(idOf(0), 15)
  await trashedAgo(idOf(1), 15)
  await evictDueTrash(podium.deps)
  const { trashed } = await trash({ sort: 'run_name' })
  expect(
    trashed.map(({ run_id, artifacts_bytes, logs_bytes }) => [run_id, artifacts_bytes > 0, logs_bytes > 0]),
  ).toEqual([
    [idOf(0), true, true],
    [idOf(1), true, false],
  ])
})

test('emptying leaves files that came into the trash after it was listed', async () => {
  await podium.setRules({ logs: null })
  await apply()
  const { as_of } = await trash()
  await podium.setRules({ logs: { ...rule, last: 2 } })
  await apply()
  const some = await empty({ ids: [idOf(0)], as_of })
  const all = await empty({ as_of })
  expect([some.done, all.done]).toEqual([1, 1])
  const { trashed } = await trash()
  expect(trashed.map(({ run_id, artifacts_bytes }) => [run_id, artifacts_bytes])).toEqual([[idOf(0), 0]])
  expect((await empty({ ids: [idOf(0)], as_of })).failed).toHaveLength(1)
  expect(
    (await podium.as('manager').ask(emptyTrash, { params, body: { as_of: '2999-01-01T00:00:00.000Z' } }))
      .statusCode,
  ).toBe(422)
  expect((await empty()).done).toBe(1)
})

test('a run does not start from artifacts that are in the trash', async () => {
  await apply()
  const address = `streams/${podium.ids.stream}/${idOf(0)}/1/artifacts/`
  const id = await podium.start({ pipeline: 'train', dataset_uri: [address] })
  await podium.loop.tick()
  expect((await podium.info(id)).detail).toContain('The artifacts of penguins-1 have been in the trash since')
})

test('a schedule refuses a model whose artifacts are trashed or removed, with the same sentence as a start', {
  tags: ['long'],
}, async () => {
  await podium.setRules({ logs: null })
  await apply()
  await podium.deps.database.execute(sql`
    insert into model_aliases (solution_id, name, run_id) select solution_id, 'old', id from runs where id = ${idOf(1)}::uuid`)
  const { database } = podium.deps
  const member = podium.as('member')
  const made = (model_from: string) =>
    member.ask(createSchedule, {
      query: { workspace_id: params.id },
      body: { stream_id: podium.ids.stream, cron: '0 6 * * *', pipeline: 'inference', model_from },
    })
  const { id } = (await made('')).json()
  const edited = (body: object) => member.ask(editSchedule, { params: { id }, body })
  const isRefused = async (answer: Awaited<ReturnType<typeof edited>>, model: string) => {
    const { detail } = (await infer(model)).json()
    expect([answer.statusCode, answer.json().detail]).toEqual([422, detail])
    expect(detail).toMatch(/(in the trash since|were removed on) .*Choose another model, or train again\.$/)
  }
  for (const model of [idOf(0), idOf(0).toUpperCase(), idOf(1), 'old']) {
    await isRefused(await made(model), model)
    await isRefused(await edited({ model_from: model }), model)
  }
  await empty({ ids: [idOf(1)] })
  await isRefused(await edited({ model_from: 'old' }), 'old')
  expect((await edited({ model_from: idOf(2) })).statusCode).toBe(200)
  // a schedule that named it before can be turned off, but not on again
  await database.execute(sql`update schedules set model_from = ${idOf(0)}`)
  expect((await edited({ active: false, cron: '0 7 * * *' })).statusCode).toBe(200)
  await isRefused(await edited({ active: true }), idOf(0))
  expect((await restore({ ids: [idOf(0)] })).done).toBe(1)
  expect((await edited({ active: true })).statusCode).toBe(200)
})
