import { randomBytes } from 'node:crypto'
import { listAudit } from '@podium/contract/calls/audit.ts'
import {
  deleteVariable,
  exportVariables,
  listVariables,
  putVariable,
  readVariable,
} from '@podium/contract/calls/variables.ts'
import { metadataForTests } from '@podium/contract/testing/metadata-for-tests.ts'
import { solutions } from '@podium/database/schema/solutions.ts'
import { runSecrets, variables } from '@podium/database/schema/variables.ts'
import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { createSecretBox } from '../../http/secret-box.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { resealSecrets } from '../run-records/masking/reseal-secrets.ts'
import { addStream } from '../runs/testing/run-fixture.ts'
import { purposeOf } from './service.ts'

const CANARY = 'canary-b1946ac92492d234'
const key = randomBytes(32)

let podium: TestApp
let solution: string
beforeAll(async () => {
  podium = await createTestApp({ secrets: createSecretBox(key) })
  solution = (await addStream(podium, podium.people.first.id, metadataForTests())).solution
  return () => podium.close()
})

const paramsOf = (name: string) => ({ id: podium.people.first.id, name })
const put = (name: string, body: Record<string, unknown>) =>
  podium.as('member').ask(putVariable, { params: paramsOf(name), body })
const rowOf = async (name: string) =>
  (await podium.deps.database.select().from(variables).where(eq(variables.name, name)))[0]
const problemOf = (body: string) => (JSON.parse(body) as { detail: { msg: string }[] }).detail[0]?.msg

test('returns a variable with its value, and a secret never', async () => {
  const member = podium.as('member')
  await member.call(putVariable, { params: paramsOf('DB_HOST'), body: { value: 'db.example' } })
  const made = await put('DB_PASSWORD', {
    name: 'DB_PASSWORD',
    value: CANARY,
    secret: true,
    solutions: [solution],
    in_environment: true,
  })
  const listed = await member.ask(listVariables, { params: { id: podium.people.first.id } })
  const read = await member.ask(readVariable, { params: paramsOf('DB_PASSWORD') })
  const exported = await member.ask(exportVariables, { params: { id: podium.people.first.id } })
  expect(listed.json()).toMatchObject({
    variables: [
      {
        name: 'DB_HOST',
        value: 'db.example',
        secret: false,
        solutions: [],
        updated_by: 'The member',
        problem: '',
      },
      {
        name: 'DB_PASSWORD',
        secret: true,
        solutions: [solution],
        solution_names: ['penguins'],
        in_environment: true,
      },
    ],
    total: 2,
  })
  expect(exported.json()).toEqual({
    variables: [
      { name: 'DB_HOST', secret: false, value: 'db.example', solutions: [] },
      { name: 'DB_PASSWORD', secret: true, in_environment: true, solutions: ['penguins'] },
    ],
  })
  expect(read.json()).not.toHaveProperty('value')
  for (const { body } of [made, listed, read, exported]) expect(body).not.toContain(CANARY)
  await member.call(deleteVariable, { params: paramsOf('DB_HOST') })
  expect((await member.ask(readVariable, { params: paramsOf('DB_HOST') })).statusCode).toBe(404)
  expect((await member.ask(deleteVariable, { params: paramsOf('DB_HOST') })).statusCode).toBe(404)
})

test('keeps fields that are not sent; a secret becomes a variable only with a new value', async () => {
  await put('TOKEN', { value: CANARY, secret: true })
  const before = await rowOf('TOKEN')
  expect((await put('TOKEN', { solutions: [solution] })).json()).toMatchObject({ secret: true, revision: 2 })
  expect((await rowOf('TOKEN'))?.sealed).toEqual(before?.sealed)
  const kept = await put('TOKEN', { secret: false })
  expect(kept.statusCode).toBe(422)
  expect(problemOf(kept.body)).toBe('To make a secret a variable, give it a new value.')
  const stale = await put('TOKEN', { solutions: [], revision: 1 })
  expect(stale.statusCode).toBe(409)
  expect(stale.body).not.toContain(CANARY)
  expect((await put('TOKEN', { value: 'open', secret: false })).json()).toMatchObject({
    value: 'open',
    solutions: [solution],
  })
  expect((await put('TOKEN', { secret: true })).json()).not.toHaveProperty('value')
  expect((await rowOf('TOKEN'))?.value).toBeNull()
})

test.each([
  ['9LIVES', { value: 'x' }, 'A name has letters, digits and _'],
  ['PODIUM_RUN_ID', { value: 'x' }, 'PODIUM_RUN_ID is set by Podium itself'],
  ['LD_PRELOAD', { value: 'x' }, 'or controls how programs start'],
  ['PATH', { value: 'x' }, 'Choose another name.'],
  ['NUL', { value: 'a\0b' }, 'This text contains a NUL character'],
  ['HALF', { value: 'a\ud800' }, 'or an incomplete character.'],
  ['LONG', { value: 'ä'.repeat(32 * 1024 + 1) }, 'A value is 64 KiB at most'],
  ['EMPTY', { value: '', secret: true }, 'A secret cannot be empty.'],
  ['NOTHING', {}, 'Please fill out this field.'],
  ['OTHER', { value: 'x', name: 'ANOTHER' }, 'The path names OTHER.'],
  ['NOWHERE', { value: 'x', solutions: ['none'] }, 'There is no solution'],
])('%s is refused with a sentence', async (name, body, sentence) => {
  const refused = await put(name, body)
  expect(refused.statusCode).toBe(422)
  expect(problemOf(refused.body)).toContain(sentence)
})

test('limits the number and size of a workspace’s variables', async () => {
  const large = { value: 'x'.repeat(64 * 1024) }
  const answers = []
  for (let at = 0; at < 9; at += 1) answers.push((await put(`LARGE_${at}`, large)).statusCode)
  expect(answers).toContain(409)
  for (let at = 0; at < 9; at += 1)
    await podium.as('member').ask(deleteVariable, { params: paramsOf(`LARGE_${at}`) })
  const row = { workspace_id: podium.people.second.id, secret: false, value: '', size: 0 }
  await podium.deps.database
    .insert(variables)
    .values(Array.from({ length: 200 }, (_, at) => ({ ...row, name: `V_${at}` })))
  const body = { value: 'x' }
  const params = { id: podium.people.second.id, name: 'ONE_MORE' }
  const more = await podium.as('admin').ask(putVariable, { params, body })
  expect(more.json()).toEqual({
    detail: 'A workspace has at most 200 variables. Delete one that is not needed first.',
  })
  expect(
    (await podium.as('admin').ask(putVariable, { params: { ...params, name: 'V_3' }, body })).statusCode,
  ).toBe(200)
})

test('audits the changed fields and no edit without any, but never a secret’s value', async () => {
  await put('AUDITED', { value: CANARY, secret: true })
  await put('AUDITED', { value: `${CANARY}2` })
  await put('PLAIN', { value: 'one' })
  await put('PLAIN', { value: 'two' })
  await put('PLAIN', { value: 'two' })
  await put('PLAIN', { secret: true })
  const { body, statusCode } = await podium
    .as('admin')
    .ask(listAudit, { query: { workspace_id: podium.people.first.id, object_kind: 'variable' } })
  expect(statusCode).toBe(200)
  expect(body).not.toContain(CANARY)
  const events = (
    JSON.parse(body) as { events: { object_name: string; action: string; before: object; after: object }[] }
  ).events
  const told = events.filter(({ object_name }) => ['AUDITED', 'PLAIN'].includes(object_name))
  const none = { solutions: [] }
  expect(told.map(({ action, before, after }) => ({ action, before, after }))).toEqual([
    { action: 'variable.edit', before: { secret: false }, after: { secret: true, value: 'set' } },
    { action: 'variable.edit', before: { value: 'one' }, after: { value: 'two' } },
    { action: 'variable.create', before: null, after: { ...none, secret: false, value: 'one' } },
    { action: 'variable.edit', before: {}, after: { value: 'set' } },
    {
      action: 'variable.create',
      before: null,
      after: { ...none, secret: true, in_environment: false, value: 'set' },
    },
  ])
})

test('does not give the variables of a deleted solution to all', async () => {
  const gone = await addStream(podium, podium.people.first.id, metadataForTests(), 'gone')
  await put('OF_GONE', { value: 'x', solutions: [gone.solution] })
  await podium.deps.database.delete(solutions).where(eq(solutions.id, gone.solution))
  const { json } = await podium.as('member').ask(readVariable, { params: paramsOf('OF_GONE') })
  expect(json()).toMatchObject({ solutions: [gone.solution], solution_names: [] })
  expect((await put('OF_GONE', { value: 'y' })).statusCode).toBe(200)
})

test('opens a secret in its own row only, and leaves it unchanged under another key', async () => {
  await put('SEALED', { value: CANARY, secret: true })
  const row = await rowOf('SEALED')
  if (!row?.sealed || !row.key_id) throw new Error('it is not sealed')
  const kept = { sealed: row.sealed, key_id: row.key_id }
  const box = createSecretBox(key)
  expect(box.open(kept, purposeOf(row))).toBe(CANARY)
  expect(() => box.open(kept, purposeOf({ ...row, name: 'OTHER' }))).toThrow('different key')
  const other = createSecretBox(randomBytes(32))
  expect(() => other.open(kept, purposeOf(row))).toThrow('different key')
  expect(await resealSecrets(podium.deps.database, other)).toMatchObject({ done: 0 })
  expect((await rowOf('SEALED'))?.sealed).toEqual(row.sealed)
})

test('encrypts secrets of the previous key with the new one', async () => {
  await put('ROTATED', { value: CANARY, secret: true })
  const before = await rowOf('ROTATED')
  const fresh = createSecretBox(randomBytes(32), key)
  const { done, left } = await resealSecrets(podium.deps.database, fresh)
  expect({ done: done > 0, left }).toEqual({ done: true, left: 0 })
  const row = await rowOf('ROTATED')
  expect(row).toMatchObject({ key_id: fresh.key_id, revision: before?.revision })
  expect(
    fresh.open({ sealed: row?.sealed ?? key, key_id: row?.key_id ?? '' }, purposeOf(paramsAs('ROTATED'))),
  ).toBe(CANARY)
  const listed = await podium.as('member').call(readVariable, { params: paramsOf('ROTATED') })
  expect(listed.problem).toBe(
    'It was encrypted with a different key than this installation uses. Set its value again.',
  )
  expect(await podium.deps.database.$count(runSecrets)).toBe(0)
})

const paramsAs = (name: string) => ({ workspace_id: podium.people.first.id, name })

test('accepts variables but no secrets without a key', async () => {
  const none = await createTestApp({ secrets: createSecretBox(null) })
  const params = { id: none.people.first.id, name: 'A' }
  const refused = await none.as('member').ask(putVariable, { params, body: { value: CANARY, secret: true } })
  expect(refused.json()).toEqual({
    detail:
      'This installation has no key to encrypt secrets with. Ask an administrator to set PODIUM_SECRET_KEY.',
  })
  expect((await none.as('member').ask(putVariable, { params, body: { value: 'x' } })).statusCode).toBe(200)
  await none.close()
})
