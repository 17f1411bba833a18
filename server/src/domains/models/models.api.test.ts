import {
  checkModelDeletion,
  deleteModel,
  downloadModel,
  editModel,
  listModels,
  readModel,
} from '@podium/contract/calls/models.ts'
import { startRun } from '@podium/contract/calls/runs.ts'
import { metadataForTests } from '@podium/contract/testing/metadata-for-tests.ts'
import { addressOf } from '@podium/contract/wire/call.ts'
import { auditEvents } from '@podium/database/schema/audit.ts'
import { instances, streams } from '@podium/database/schema/solutions.ts'
import { asc, eq } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { addStream, createRunFixture, type RunFixture } from '../runs/testing/run-fixture.ts'
import { unpacked } from '../runs/testing/unpacked.ts'

let fixture: RunFixture
let solution: string
/** two streams of one solution */
let line: string
let other: string
let count = 0

beforeAll(async () => {
  fixture = await createRunFixture()
  return () => fixture.close()
})

beforeEach(async () => {
  count += 1
  const name = `pumps-${count}`
  const ids = await addStream(fixture, fixture.people.first.id, metadataForTests(), name, `line/${count}`)
  const { database } = fixture.deps
  const workspace_id = fixture.people.first.id
  const created_by = fixture.people.ids.member
  const [instance] = await database
    .insert(instances)
    .values({
      workspace_id,
      solution_id: ids.solution,
      solution_version_id: ids.version,
      name: `other-${count}`,
      created_by,
    })
    .returning()
  const [stream] = await database
    .insert(streams)
    .values({ workspace_id, instance_id: instance?.id ?? '', name: `new-${count}`, created_by })
    .returning()
  solution = ids.solution
  line = ids.stream
  other = stream?.id ?? ''
})

/** Trains until the end; returns the run's id, which is also the model's if there is one. */
async function train({
  stream = line,
  accuracy = 0.9,
  leaves = true,
}: {
  stream?: string
  accuracy?: number
  leaves?: boolean
} = {}): Promise<string> {
  const { engine } = fixture.deps
  const id = await fixture.startAs('member', stream)
  await fixture.loop.tick()
  engine.output(fixture.key(id), 'metrics.json', JSON.stringify({ accuracy }))
  if (leaves) engine.output(fixture.key(id), 'model/weights.json', '[1,2]')
  engine.end(fixture.key(id), { outcome: 'succeeded' })
  await fixture.loop.tick()
  return id
}

const infer = (stream: string, model_from?: string) =>
  fixture.as('member').ask(startRun, {
    params: { id: stream },
    body: { pipeline: 'inference', ...(model_from && { model_from }) },
  })

const endRun = async (id: string) => {
  await fixture.loop.tick()
  fixture.deps.engine.end(fixture.key(id), { outcome: 'succeeded' })
  await fixture.loop.tick()
}

const read = (id: string) => fixture.as('member').call(readModel, { params: { id } })
const edit = (id: string, body: object) => fixture.as('member').ask(editModel, { params: { id }, body })
const list = async (query: object = {}) =>
  (
    await fixture
      .as('member')
      .call(listModels, { query: { workspace_id: 'first-ws', solution_id: solution, ...query } })
  ).models
const namesOf = async (query: object = {}) => (await list(query)).map(({ name }) => name)

async function changesOf(id: string) {
  const told = await fixture.deps.database
    .select()
    .from(auditEvents)
    .where(eq(auditEvents.object_id, id))
    .orderBy(asc(auditEvents.id))
  return told
    .filter(({ object_kind }) => object_kind === 'model')
    .map(({ action, object_name, before, after }) => ({ action, object_name, before, after }))
}

test('makes a model of a training that left files, and none of others', async () => {
  const first = await train({ accuracy: 0.8 })
  const without = await train({ leaves: false })
  const second = await train({ accuracy: 0.9 })
  const model = await read(second)
  expect(model).toMatchObject({
    id: second,
    run_id: second,
    name: `line/${count} v 3.2`,
    version: '3.2',
    solution_name: `pumps-${count}`,
    stream_name: `line/${count}`,
    metrics: { accuracy: 0.9 },
    aliases: [],
    note: '',
    created_by: 'The member',
    has_file: true,
    files: [{ path: 'weights.json', size: 5 }],
    previous: { id: first, name: `line/${count} v 3.1`, metrics: { accuracy: 0.8 } },
    use_count: 0,
    uses: [],
  })
  expect(model.bytes).toBeGreaterThan(0)
  expect(model.history.map(({ version, metrics }) => [version, metrics.accuracy])).toEqual([
    ['3.1', 0.8],
    ['3.2', 0.9],
  ])
  expect((await fixture.as('member').ask(readModel, { params: { id: without } })).statusCode).toBe(404)
  expect((await fixture.info(without)).model_version).toBe('')
})

test('lists, searches, sorts and filters the models of all streams', async () => {
  const [a, b] = [await train(), await train({ stream: other })]
  await train({ leaves: false })
  await edit(a, { aliases: ['champion'], note: 'with the ring light' })
  expect(await namesOf()).toEqual([`new-${count} v 3.1`, `line/${count} v 3.1`])
  expect(await namesOf({ sort: 'name' })).toEqual([`line/${count} v 3.1`, `new-${count} v 3.1`])
  expect(await namesOf({ sort: '-name', page_size: 1, page: 2 })).toEqual([`line/${count} v 3.1`])
  for (const found of [
    { alias: 'champion' },
    { alias: '*' },
    { stream_id: line },
    { q: 'RING light' },
    { q: 'champ' },
    { q: 'line/' },
  ])
    expect((await list(found)).map(({ id }) => id)).toEqual([a])
  for (const nothing of [{ alias: 'fallback' }, { q: '%' }, { stream_id: 'x' }])
    expect(await list(nothing)).toEqual([])
  expect((await list({ stream_id: other })).map(({ id }) => id)).toEqual([b])
})

test('sorts versions as numbers', { tags: ['long'] }, async () => {
  for (let n = 0; n < 10; n += 1) await train()
  const names = await namesOf({ sort: '-name' })
  expect(names.slice(0, 2)).toEqual([`line/${count} v 3.10`, `line/${count} v 3.9`])
})

test('moves an alias between models of the solution, and audits it at both', async () => {
  const [a, b] = [await train(), await train({ stream: other })]
  const edited = await edit(a, { aliases: ['fallback', 'champion'] })
  expect(edited.json().aliases).toMatchObject([
    { name: 'champion', given_by: 'The member' },
    { name: 'fallback', given_by: 'The member' },
  ])
  await edit(b, { aliases: ['champion'] })
  expect([(await read(a)).aliases, (await read(b)).aliases]).toMatchObject([
    [{ name: 'fallback' }],
    [{ name: 'champion' }],
  ])
  const asEdit = (name: string, before: object, after: object) => ({
    action: 'model.edit',
    object_name: name,
    before,
    after,
  })
  expect(await changesOf(a)).toEqual([
    asEdit(`line/${count} v 3.1`, { aliases: [] }, { aliases: ['champion', 'fallback'] }),
    asEdit(`line/${count} v 3.1`, { aliases: ['champion', 'fallback'] }, { aliases: ['fallback'] }),
  ])
  expect(await changesOf(b)).toEqual([
    asEdit(`new-${count} v 3.1`, { aliases: [] }, { aliases: ['champion'] }),
  ])
  // an unchanged model records nothing
  await edit(b, { aliases: ['champion'], note: '' })
  expect(await changesOf(b)).toHaveLength(1)
})

test('gives an alias to one of many models that ask for it at once', async () => {
  const models = [await train(), await train(), await train({ stream: other })]
  const answers = await Promise.all(models.map((id) => edit(id, { aliases: ['champion'] })))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  expect(await list({ alias: 'champion' })).toHaveLength(1)
})

test('stores a note, and refuses invalid aliases', async () => {
  const id = await train()
  expect((await edit(id, { note: 'passed the control set' })).json().note).toBe('passed the control set')
  expect(await changesOf(id)).toMatchObject([
    { action: 'model.edit', before: { note: '' }, after: { note: 'passed the control set' } },
  ])
  for (const body of [
    { aliases: ['Champion'] },
    { aliases: [''] },
    { aliases: ['a b'] },
    { aliases: [id] },
    { note: 'a\0b' },
    { note: 'x'.repeat(2001) },
  ])
    expect((await edit(id, body)).statusCode).toBe(422)
})

test('is downloaded under a unique name', async () => {
  const id = await train()
  const answer = await fixture.as('member').ask(downloadModel, { params: { id } })
  expect(answer.headers).toMatchObject({
    'content-type': 'application/gzip',
    'content-disposition': expect.stringContaining(`filename="pumps-${count}-line-${count}-v3.1.tar.gz"`),
    'content-length': String((await read(id)).bytes),
  })
  expect(await unpacked(answer.rawPayload)).toEqual({ 'weights.json': '[1,2]' })
})

test('continues an interrupted download', async () => {
  const address = addressOf(downloadModel, { params: { id: await train() } })
  const sent = (headers: Record<string, string>) =>
    fixture.as('member').send('GET', address, undefined, headers)
  const whole = await sent({})
  const rest = await sent({ range: 'bytes=4-', 'if-range': String(whole.headers.etag) })
  expect([rest.statusCode, rest.rawPayload]).toEqual([206, whole.rawPayload.subarray(4)])
  const other = await sent({ range: 'bytes=4-', 'if-range': '"another"' })
  expect([other.statusCode, other.rawPayload]).toEqual([200, whole.rawPayload])
})

test('serves inference in any stream of its solution, by id and by alias', async () => {
  const id = await train()
  await edit(id, { aliases: ['champion'] })
  for (const model_from of [id, 'champion']) {
    const started = (await infer(other, model_from)).json()
    expect(started).toMatchObject({ model_from: id, stream_name: `new-${count}` })
    await endRun(started.id)
  }
  expect((await infer(other)).json().detail).toBe(
    `This stream has no model yet. Train it first, or use line/${count} v 3.1, the newest model of pumps-${count}: podium run pumps-${count} --pipeline inference --alias ${id}`,
  )
  expect((await infer(other, 'fallback')).json().detail).toBe(
    `No model of pumps-${count} is called fallback.`,
  )
  const elsewhere = await infer(fixture.ids.stream, 'champion')
  expect(elsewhere.json().detail).toBe('No model of penguins is called champion.')
  const { use_count, uses } = await read(id)
  expect([use_count, uses.map(({ run_name }) => run_name)]).toEqual([2, [`new-${count}-2`, `new-${count}-1`]])
})

test('is deleted with its files, aliases and note, while its run stays', async () => {
  const id = await train()
  await edit(id, { aliases: ['champion'], note: 'old' })
  const { id: used } = (await infer(other, 'champion')).json()
  const remove = () => fixture.as('member').ask(deleteModel, { params: { id } })
  expect([(await remove()).statusCode, (await remove()).json().detail]).toEqual([
    409,
    '1 run has not ended yet. Stop it first.',
  ])
  await endRun(used)
  const checked = await fixture.as('member').call(checkModelDeletion, { params: { id } })
  expect(checked).toMatchObject({ deletable: true, reasons: [] })
  expect(checked.contains.bytes).toBeGreaterThan(5)
  expect(checked.goes).toEqual([
    `The files of line/${count} v 3.1 are deleted; its run line/${count}-1 stays.`,
    `pumps-${count} will then have no model called champion.`,
    '1 inference run has used it. The results stay, but a retry is not possible.',
  ])
  expect((await remove()).statusCode).toBe(200)
  expect((await remove()).statusCode).toBe(404)
  expect(await list()).toEqual([])
  expect(await fixture.info(id)).toMatchObject({ state: 'succeeded', model_version: '' })
  const left: string[] = []
  for await (const { path } of fixture.deps.objects.list('first-bucket', `streams/${line}/${id}/1/`))
    left.push(path)
  expect(left.filter((path) => /model\.tar\.gz|artifacts\/model\//.test(path))).toEqual([])
  expect((await changesOf(id)).at(-1)).toEqual({
    action: 'model.delete',
    object_name: `line/${count} v 3.1`,
    before: { name: `line/${count} v 3.1`, aliases: ['champion'], note: 'old' },
    after: null,
  })
  // the next model gets another version, because numbers are never reused
  expect(await read(await train())).toMatchObject({ version: '3.2', previous: null })
})
