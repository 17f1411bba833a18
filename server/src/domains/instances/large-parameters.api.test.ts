import { createInstance, editInstance, type Modes } from '@podium/contract/calls/instances.ts'
import { registerSolution } from '@podium/contract/calls/solutions.ts'
import { createStream, editStream } from '@podium/contract/calls/streams.ts'
import { auditEvents } from '@podium/database/schema/audit.ts'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { freshName, inFirst, metadataNamed } from '../solutions/testing/seed.ts'

let podium: TestApp
let version: string
let instance: string
beforeAll(async () => {
  podium = await createTestApp()
  const metadata_json = metadataNamed('pumps')
  const made = await podium.as('member').call(registerSolution, { query: inFirst, body: { metadata_json } })
  version = made.versions[0]?.id ?? ''
  instance = (await create({ draft: false })).json().id
  return () => podium.close()
})

const create = (more: object) =>
  podium.as('member').ask(createInstance, {
    query: inFirst,
    body: { name: freshName(), solution_version_id: version, ...more },
  })
const stream = (parameters: object) =>
  podium.as('member').ask(createStream, {
    query: inFirst,
    body: { instance_id: instance, name: freshName(), parameters },
  })

const trainingWith = (values: Record<string, unknown>): Modes => ({
  train: { on: true, parameters: { train: values } },
})
const ONE_VALUE = 'A value is 4 KiB of JSON at most: move longer values into a data file.'
const ALL_VALUES = 'This is longer than 64 KiB of JSON: move long values into a data file.'
const manyValues = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`p${n}`, 'x'.repeat(4000)]))

describe('parameters, which every list contains,', () => {
  test('are refused at the value on a draft and its edit', async () => {
    const modes = trainingWith({ title: 'x'.repeat(5000) })
    const problem = {
      loc: ['body', 'modes', 'train', 'parameters', 'train', 'title'],
      msg: ONE_VALUE,
      type: 'value_error',
    }
    const refused = await create({ draft: true, modes })
    expect([refused.statusCode, refused.json().detail]).toEqual([422, [problem]])
    const draft = (await create({ draft: true })).json()
    const edited = await podium.as('member').ask(editInstance, { params: { id: draft.id }, body: { modes } })
    expect([edited.statusCode, edited.json().detail]).toEqual([422, [problem]])
  })

  test('are refused as a whole at the field', async () => {
    const refused = await create({ draft: true, modes: trainingWith(manyValues) })
    expect(refused.json().detail).toEqual([{ loc: ['body', 'modes'], msg: ALL_VALUES, type: 'value_error' }])
  })

  test('are refused on a stream and its edit', async () => {
    const parameters = { train: { train: { title: 'x'.repeat(5000) } } }
    const problem = {
      loc: ['body', 'parameters', 'train', 'train', 'title'],
      msg: ONE_VALUE,
      type: 'value_error',
    }
    expect((await stream(parameters)).json().detail).toEqual([problem])
    const all = { train: { train: manyValues } }
    expect((await stream(all)).json().detail).toMatchObject([
      { loc: ['body', 'parameters'], msg: ALL_VALUES },
    ])
    const { id } = (await stream({})).json()
    const edited = await podium.as('member').ask(editStream, { params: { id }, body: { parameters } })
    expect(edited.json().detail).toEqual([problem])
  })

  test('may be a long list of short values', async () => {
    const columns = Array.from({ length: 500 }, (_, n) => `column-${n}`)
    expect((await create({ draft: true, modes: trainingWith({ columns }) })).statusCode).toBe(200)
  })

  test('are shortened in the audit log', async () => {
    const values = Object.fromEntries(Array.from({ length: 10 }, (_, n) => [`p${n}`, 'x'.repeat(4000)]))
    const { id } = (await create({ draft: true, modes: trainingWith(values) })).json()
    const modes = trainingWith({ ...values, p0: 'y' })
    await podium.as('member').call(editInstance, { params: { id }, body: { modes } })
    const events = await podium.deps.database
      .select({ before: auditEvents.before, after: auditEvents.after })
      .from(auditEvents)
      .where(eq(auditEvents.object_id, id))
    expect(events).toHaveLength(2)
    for (const event of events) expect(JSON.stringify(event).length).toBeLessThan(10_000)
  })
})
