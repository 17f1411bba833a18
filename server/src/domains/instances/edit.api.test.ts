import {
  checkInstance,
  createInstance,
  editInstance,
  type Instance,
  readInstance,
} from '@podium/contract/calls/instances.ts'
import { type Registered, registerSolution } from '@podium/contract/calls/solutions.ts'
import { createStream } from '@podium/contract/calls/streams.ts'
import { auditEvents } from '@podium/database/schema/audit.ts'
import { and, desc, eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { freshName, inFirst, metadataNamed } from '../solutions/testing/seed.ts'

let podium: TestApp
let solution: Registered
beforeAll(async () => {
  podium = await createTestApp()
  const body = { metadata_json: metadataNamed('pumps') }
  solution = await podium.as('member').call(registerSolution, { query: inFirst, body })
  return () => podium.close()
})

const make = (body: object = {}) => {
  const solution_version_id = solution.versions[0]?.id ?? ''
  const named = { name: freshName('Instance'), solution_version_id }
  return podium.as('member').call(createInstance, { query: inFirst, body: { ...named, ...body } })
}
const edit = (id: string, body: object, headers: Record<string, string> = {}) =>
  podium.as('member').ask(editInstance, { params: { id }, body, headers })
const read = (id: string) => podium.as('member').call(readInstance, { params: { id } })

const details = {
  description: 'For the night shift',
  tags: [{ key: 'site', value: 'north' }],
  modes: { train: { on: true } },
  execution_specs: { train: 'high' as const },
}

test('an edit changes only the fields that are sent, and the audit log holds the values before and after', async () => {
  const made = await make(details)
  const body = { description: '', tags: [], execution_specs: { inference: 'low' } }
  const answer = await edit(made.id, body)
  expect(answer.json()).toEqual({ ...made, ...body, revision: 2, updated_at: expect.any(String) })
  expect(answer.json()).toEqual(await read(made.id))
  const [told] = await podium.deps.database
    .select()
    .from(auditEvents)
    .where(and(eq(auditEvents.object_id, made.id), eq(auditEvents.action, 'instance.edit')))
    .orderBy(desc(auditEvents.id))
  expect(told).toMatchObject({
    actor_name: 'member',
    object_name: made.name,
    workspace_id: podium.people.first.id,
    before: {
      description: details.description,
      tags: details.tags,
      execution_specs: details.execution_specs,
    },
    after: { ...body, description: null },
  })
})

test('an edit that changes nothing is not recorded', async () => {
  const made = await make(details)
  expect((await edit(made.id, { ...details, name: made.name, draft: false })).json()).toEqual(made)
  const told = await podium.deps.database
    .select()
    .from(auditEvents)
    .where(and(eq(auditEvents.object_id, made.id), eq(auditEvents.action, 'instance.edit')))
  expect(told).toEqual([])
})

test('accepts one of many edits of the same revision and answers the others with the current one', async () => {
  const { id } = await make()
  const answers = await Promise.all(
    Array.from({ length: 5 }, (_, n) => edit(id, { description: `edit ${n}`, revision: 1 })),
  )
  expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 409, 409, 409, 409])
  const stale = answers.find((answer) => answer.statusCode === 409)?.json()
  expect(stale.detail).toContain('Someone else changed this in the meantime.')
  expect(stale.current).toEqual(await read(id))
  expect(stale.current.revision).toBe(2)
  const header = await edit(id, { description: 'late' }, { 'if-match': '"1"' })
  expect([header.statusCode, header.json().current.revision]).toEqual([409, 2])
  const whatever = await edit(id, { description: 'without a word' })
  expect(whatever.json().revision).toBe(3)
})

test("an error carries the instance as every answer does: '' for a field without a value", async () => {
  const { id } = await make()
  const stale = await edit(id, { revision: 7 })
  expect(stale.json().current).toEqual(await read(id))
})

test('a name check ignores case, and an instance may keep its own name', async () => {
  const [first, second] = [await make(), await make()]
  const ask = async (name: string) =>
    (await podium.as('member').call(checkInstance, { query: { ...inFirst, name } })).duplicate
  expect([await ask(first.name.toUpperCase()), await ask('quite another')]).toEqual([true, false])
  const taken = await edit(second.id, { name: first.name.toUpperCase() })
  expect([taken.statusCode, taken.json().detail]).toEqual([
    409,
    `An instance named ${first.name.toUpperCase()} already exists in this workspace. Choose another name.`,
  ])
  expect((await edit(first.id, { name: first.name.toUpperCase() })).statusCode).toBe(200)
})

test('a complete instance becomes a draft again only while nothing uses it', async () => {
  const { id, name } = await make()
  expect((await edit(id, { draft: true })).json().operation_status).toBe('draft')
  expect((await edit(id, { draft: false })).json().operation_status).toBe('idle')
  await podium.as('member').call(createStream, { query: inFirst, body: { instance_id: id, name } })
  const refused = await edit(id, { draft: true, description: 'other' })
  expect([refused.statusCode, refused.json().detail]).toEqual([
    409,
    'Streams use this instance, so it cannot become a draft again.',
  ])
  expect(await read(id)).toMatchObject({ draft: false, description: '', revision: 3 })
})

const wrong: [what: string, body: object, loc: (string | number)[], msg: string][] = [
  ['no name', { name: ' ' }, ['name'], 'This field is required.'],
  ['seven tags', { tags: keyed(7) }, ['tags'], 'Maximum 6 tags.'],
  [
    'a key twice',
    { tags: [...keyed(2), { key: 'k0', value: 'other' }] },
    ['tags', 2, 'key'],
    'The key k0 appears twice.',
  ],
  [
    'a tag without a key',
    { tags: [{ key: ' ', value: 'v' }] },
    ['tags', 0, 'key'],
    'This field is required.',
  ],
  [
    'a long key',
    { tags: [{ key: 'k'.repeat(33), value: '' }] },
    ['tags', 0, 'key'],
    'Use at most 32 characters.',
  ],
  [
    'a long value',
    { tags: [{ key: 'k', value: 'v'.repeat(129) }] },
    ['tags', 0, 'value'],
    'Use at most 128 characters.',
  ],
  [
    'another version',
    { solution_version_id: 'x' },
    ['solution_version_id'],
    'There is no field of this name.',
  ],
  ['another coupling', { coupled: true }, ['coupled'], 'There is no field of this name.'],
  [
    'an unknown tier',
    { execution_specs: { train: 'huge' } },
    ['execution_specs', 'train'],
    'This must be one of high, standard, low, high-gpu, standard-gpu, low-gpu.',
  ],
]

function keyed(count: number) {
  return Array.from({ length: count }, (_, n) => ({ key: `k${n}`, value: '' }))
}

test.each(wrong)('%s is refused on its field, also in a draft', async (_, body, loc, msg) => {
  const { id } = await make({ draft: true, tags: keyed(6) })
  const answer = await edit(id, body)
  expect(answer.statusCode).toBe(422)
  expect(answer.json().detail).toContainEqual(expect.objectContaining({ loc: ['body', ...loc], msg }))
  expect((await read(id)).revision).toBe(1)
})

test('metadata may change only in values that a run may choose', async () => {
  const { id } = await make()
  const [train, inference] = metadataNamed('pumps').pipeline
  const asked = (change: object) => ({
    metadata_json: { ...metadataNamed('pumps'), pipeline: [{ ...train, ...change }, inference] },
  })
  expect((await edit(id, asked({ resource: { default: 'high' } }))).json().revision).toBe(2)
  const refused = await edit(id, asked({ command: ['sh'] }))
  expect([refused.statusCode, refused.json().detail]).toEqual([
    422,
    expect.stringContaining('metadata_json.pipeline[0].command'),
  ])
})

test('people edit instances of their own workspace only', async () => {
  const { id }: Instance = await make()
  const asked = { params: { id }, body: { description: 'mine' } }
  expect((await podium.as('outsider').ask(editInstance, asked)).statusCode).toBe(404)
  expect((await podium.as('developer').ask(editInstance, asked)).statusCode).toBe(200)
})
