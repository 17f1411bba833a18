import { createStream, editStream, readStream } from '@podium/contract/calls/streams.ts'
import { auditEvents } from '@podium/database/schema/audit.ts'
import { and, eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { freshName, inFirst } from '../solutions/testing/seed.ts'
import { insertStream } from './testing/insert-stream.ts'

let podium: TestApp
beforeAll(async () => {
  podium = await createTestApp()
  return () => podium.close()
})

const edit = (id: string, body: object, headers: Record<string, string> = {}) =>
  podium.as('member').ask(editStream, { params: { id }, body, headers })
const read = (id: string) => podium.as('member').call(readStream, { params: { id } })
const edits = (id: string) =>
  podium.deps.database
    .select()
    .from(auditEvents)
    .where(and(eq(auditEvents.object_id, id), eq(auditEvents.action, 'stream.edit')))

test("a stream's name and parameters can be changed, and the change is in the audit log", async () => {
  const { stream } = await insertStream(podium)
  const parameters = { train: { train: { epochs: 20 } } }
  const answer = await edit(stream.id, { parameters })
  expect(answer.json()).toEqual({ ...stream, parameters, revision: 2, updated_at: expect.any(String) })
  expect(answer.json()).toEqual(await read(stream.id))
  expect((await edit(stream.id, { parameters, name: stream.name })).json().revision).toBe(2)
  expect((await edit(stream.id, { name: 'Night' })).json()).toMatchObject({ name: 'Night', parameters })
  expect(await edits(stream.id)).toMatchObject([
    { before: { parameters: {} }, after: { parameters } },
    { before: { name: stream.name }, after: { name: 'Night' }, object_name: 'Night' },
  ])
})

test('accepts one of many edits of the same revision and answers the others with the current one', async () => {
  const { id } = (await insertStream(podium)).stream
  const answers = await Promise.all(
    Array.from({ length: 5 }, (_, n) => edit(id, { name: `edit ${n}`, revision: 1 })),
  )
  expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 409, 409, 409, 409])
  const stale = answers.find((answer) => answer.statusCode === 409)?.json()
  expect(stale.current).toEqual(await read(id))
  expect((await edit(id, { name: 'late' }, { 'if-match': 'W/"1"' })).statusCode).toBe(409)
})

test('refuses values that a start would refuse, and names their field', async () => {
  const { stream, instance } = await insertStream(podium)
  const high = await edit(stream.id, { parameters: { train: { train: { epochs: 500 } } } })
  expect([high.statusCode, high.json().detail]).toEqual([
    422,
    [
      {
        loc: ['body', 'parameters', 'train', 'train', 'epochs'],
        msg: 'epochs: 500 is above the highest allowed value 200.',
        type: 'value_error',
      },
    ],
  ])
  const blank = await edit(stream.id, { name: ' ' })
  expect(blank.json().detail).toMatchObject([{ loc: ['body', 'name'], msg: 'This field is required.' }])
  const name = freshName('Taken')
  const body = { instance_id: instance.id, name }
  await podium.as('member').call(createStream, { query: inFirst, body })
  const taken = await edit(stream.id, { name: name.toLowerCase() })
  expect([taken.statusCode, taken.json().detail]).toEqual([
    409,
    `A stream named ${name.toLowerCase()} already exists on this instance. Choose another name.`,
  ])
  expect(await read(stream.id)).toEqual(stream)
})
