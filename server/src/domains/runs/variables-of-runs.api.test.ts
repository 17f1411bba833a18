import { randomBytes } from 'node:crypto'
import { retryRun, startRun } from '@podium/contract/calls/runs.ts'
import { putVariable, readVariable } from '@podium/contract/calls/variables.ts'
import { metadataForTests } from '@podium/contract/testing/metadata-for-tests.ts'
import { runSecrets, variables } from '@podium/database/schema/variables.ts'
import { pino } from 'pino'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { createSecretBox } from '../../http/secret-box.ts'
import { createRunLoop } from '../run-loop/run-loop.ts'
import { addStream, createRunFixture, type RunFixture } from './testing/run-fixture.ts'

let fixture: RunFixture
beforeAll(async () => {
  fixture = await createRunFixture()
  return () => fixture.close()
})
beforeEach(() => fixture.startOver())
afterEach(() => fixture.loop.close())

const put = (name: string, body: object) =>
  fixture.as('member').call(putVariable, { params: { id: fixture.people.first.id, name }, body })

async function submitted(id: string) {
  await fixture.loop.tick()
  const spec = fixture.deps.engine.submitted.find(({ run }) => run === id)
  return { variables: spec?.variables, secrets: spec?.secrets }
}

test('a run gets the variables of all solutions and of its own, and its own values override them', async () => {
  const other = await addStream(fixture, fixture.people.first.id, metadataForTests(), 'other')
  await put('FOR_ALL', { value: 'all' })
  await put('FOR_IT', { value: 'it', solutions: [fixture.ids.solution] })
  await put('FOR_OTHERS', { value: 'others', solutions: [other.solution] })
  await put('TOKEN', { value: 'for it alone', secret: true, solutions: [fixture.ids.solution] })
  const id = await fixture.start({ variables: { FOR_ALL: 'own', MORE: '' } })
  expect(await submitted(id)).toEqual({
    variables: { FOR_ALL: 'own', FOR_IT: 'it', MORE: '' },
    secrets: [{ name: 'TOKEN', value: 'for it alone', in_environment: false }],
  })
  const second = await fixture.startAs('member', other.stream)
  expect(await submitted(second)).toEqual({
    variables: { FOR_ALL: 'all', FOR_OTHERS: 'others' },
    secrets: [],
  })
  fixture.deps.engine.end(fixture.key(id), { outcome: 'failed' })
  await fixture.loop.tick()
  const { id: again } = await fixture.as('member').call(retryRun, { params: { id } })
  expect((await submitted(again)).variables).toMatchObject({ FOR_ALL: 'own', MORE: '' })
  expect((await fixture.info(again)).variables).toEqual({ FOR_ALL: 'own', MORE: '' })
})

test("variables of runs override the server's proxies", async () => {
  await put('NO_PROXY', { value: 'mine.example.org' })
  const config = readConfig({
    https_proxy: 'http://proxy.example.org:3128',
    NO_PROXY: 'example.org',
    PODIUM_RUN_PROXY: 'on',
  })
  const log = pino({ level: 'silent' })
  const loop = createRunLoop({ ...fixture.deps, config, log, owner: 'another server' })
  const id = await fixture.start()
  await loop.tick()
  await loop.close()
  expect(fixture.deps.engine.submitted.find(({ run }) => run === id)?.variables).toEqual({
    https_proxy: 'http://proxy.example.org:3128',
    NO_PROXY: 'mine.example.org',
  })
})

test.each<[Record<string, string>, string]>([
  [{ PATH: '/mine' }, 'The variable PATH: PATH is set by Podium itself'],
  [{ 'A B': '' }, 'The variable A B: A name has letters'],
  [{ TOKEN: 'x' }, 'TOKEN is a secret of this workspace. Choose another name for the variable.'],
  [{ A: 'x'.repeat(40_000), B: 'x'.repeat(40_000) }, 'hold at most 64 KiB together'],
])('a run is not started with %o', async (own, sentence) => {
  await put('TOKEN', { value: 'for it alone', secret: true })
  const params = { id: fixture.ids.stream }
  const refused = await fixture.as('member').ask(startRun, { params, body: { variables: own } })
  expect(refused.statusCode).toBe(422)
  expect(refused.body).toContain(sentence)
})

test('an attempt gets the same secrets when they are read again', async () => {
  await put('TOKEN', { value: 'the first value', secret: true })
  const id = await fixture.start()
  fixture.deps.engine.fail(new Error('away'))
  await fixture.loop.tick()
  expect(await fixture.deps.database.$count(runSecrets)).toBe(1)
  await put('TOKEN', { value: 'the second value' })
  fixture.deps.engine.fail(null)
  expect((await submitted(id)).secrets).toMatchObject([{ value: 'the first value' }])
  expect((await fixture.info(id)).given_variables).toEqual([{ name: 'TOKEN', secret: true, revision: 1 }])
  fixture.deps.engine.end(fixture.key(id), { outcome: 'succeeded' })
  await fixture.loop.tick()
  expect(await fixture.deps.database.$count(runSecrets)).toBe(0)
})

test('a run fails before it starts if the key has changed, and stored secrets stay', async () => {
  await put('TOKEN', { value: 'for it alone', secret: true })
  const before = await fixture.deps.database.select().from(variables)
  const id = await fixture.start()
  const log = pino({ level: 'silent' })
  const secrets = createSecretBox(randomBytes(32))
  const loop = createRunLoop({ ...fixture.deps, secrets, log, owner: 'another server' })
  await loop.tick()
  await loop.close()
  expect(await fixture.info(id)).toMatchObject({
    state: 'failed',
    detail:
      'The secret TOKEN was encrypted with a different key than this installation uses: set its value again, or ask an administrator to restore the key.',
  })
  expect(fixture.deps.engine.submitted).toEqual([])
  expect(await fixture.deps.database.select().from(variables)).toEqual(before)
  const params = { id: fixture.people.first.id, name: 'TOKEN' }
  expect((await fixture.as('member').call(readVariable, { params })).problem).toBe('')
})
