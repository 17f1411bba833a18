import { randomBytes } from 'node:crypto'
import { followLog, listArtifacts, readLog } from '@podium/contract/calls/run-files.ts'
import { stopRun } from '@podium/contract/calls/runs.ts'
import { deleteVariable, putVariable } from '@podium/contract/calls/variables.ts'
import { runSecrets } from '@podium/database/schema/variables.ts'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createSecretBox, type SecretBox } from '../../../http/secret-box.ts'
import { createRunFixture, type RunFixture } from '../../runs/testing/run-fixture.ts'
import { sentEvents } from '../../runs/testing/sent-events.ts'
import { resealSecrets } from './reseal-secrets.ts'

const CANARY = 'canary-7f3a91c2e5'
const SENTENCE = 'This text is not shown: the secrets of the run were encrypted with another key.'

let fixture: RunFixture
beforeAll(async () => {
  fixture = await createRunFixture()
  return () => fixture.close()
})
beforeEach(async () => {
  await fixture.startOver()
  Object.assign(fixture.deps.secrets, createSecretBox(key))
})
afterEach(() => fixture.loop.close())

const key = randomBytes(32)

const params = () => ({ id: fixture.people.first.id, name: 'TOKEN' })

/** Starts a run with a secret, and changes the encryption key once the run is with the engine. */
async function startedBefore(after: SecretBox): Promise<string> {
  await fixture.as('member').call(putVariable, { params: params(), body: { value: CANARY, secret: true } })
  const id = await fixture.start()
  await fixture.loop.tick()
  Object.assign(fixture.deps.secrets, after)
  return id
}

const logOf = async (id: string) =>
  (await fixture.as('member').ask(readLog, { params: { id }, query: { log_type: 'process' } })).body

test('a run whose secrets cannot be decrypted is followed to its end, and none of its output is shown', async () => {
  const id = await startedBefore(createSecretBox(randomBytes(32)))
  const { engine } = fixture.deps
  engine.prepares(fixture.key(id), `fetches with ${CANARY}`, CANARY)
  await fixture.loop.tick()
  expect(await fixture.info(id)).toMatchObject({
    state: 'starting',
    detail: SENTENCE,
    progress: { step: null, message: SENTENCE },
  })
  engine.start(fixture.key(id))
  engine.progress(fixture.key(id), { fraction: 0.5, step: CANARY, message: CANARY })
  engine.log(fixture.key(id), 'process', `password is ${CANARY}\n`)
  engine.output(fixture.key(id), 'metrics.json', `{"${CANARY}": 1}`)
  engine.output(fixture.key(id), 'model/weights.bin', 'weights')
  await fixture.loop.tick()
  expect((await fixture.info(id)).progress).toEqual({ fraction: 0.5, step: null, message: SENTENCE })
  expect(await logOf(id)).toBe(`${SENTENCE}\n`)
  const reader = sentEvents(fixture, followLog, { params: { id }, query: { log_type: 'process' } })
  await reader.until((events) => JSON.stringify(events).includes(SENTENCE))
  engine.end(fixture.key(id), { outcome: 'failed', exit_code: 3, reason: CANARY, raw: { line: CANARY } })
  await fixture.loop.tick()
  await reader.ended
  const sent = await reader.leave()
  const info = await fixture.info(id)
  expect(info).toMatchObject({ state: 'failed', exit_code: 3, stored: true, metrics: {} })
  expect(info.detail).toContain(SENTENCE)
  expect(info.detail).toContain(
    'The record of its figures was left out: its secrets were encrypted with another key.',
  )
  expect(await logOf(id)).toBe(`${SENTENCE}\n`)
  const { artifacts } = await fixture.as('member').call(listArtifacts, { params: { id } })
  expect(artifacts.map(({ path }) => path)).toEqual(['model/weights.bin'])
  const row = await fixture.infoFromDatabase(id)
  expect(JSON.stringify([sent, info, row])).not.toContain(CANARY)
  expect(await fixture.deps.database.$count(runSecrets)).toBe(0)
})

test('a run whose secrets cannot be decrypted can be stopped', async () => {
  const id = await startedBefore(createSecretBox(randomBytes(32)))
  fixture.deps.engine.progress(fixture.key(id), { fraction: null, step: null, message: CANARY })
  await fixture.as('member').call(stopRun, { params: { id } })
  await fixture.loop.tick()
  await fixture.loop.tick()
  const info = await fixture.info(id)
  expect(info.state).toBe('stopped')
  expect(JSON.stringify(info)).not.toContain(CANARY)
})

test("masks a run's secrets after the key was changed and the secret deleted", async () => {
  const fresh = createSecretBox(randomBytes(32), key)
  const id = await startedBefore(fresh)
  const { database, engine, secrets } = fixture.deps
  expect(await resealSecrets(database, secrets)).toEqual({ done: 2, left: 0 })
  const kept = await database.select({ key_id: runSecrets.key_id }).from(runSecrets)
  expect(kept).toEqual([{ key_id: fresh.key_id }])
  await fixture.as('member').call(deleteVariable, { params: params() })
  engine.progress(fixture.key(id), { fraction: null, step: null, message: `with ${CANARY}` })
  engine.log(fixture.key(id), 'process', `password is ${CANARY}\n`)
  await fixture.loop.tick()
  expect((await fixture.info(id)).progress?.message).toBe(`with ${'*'.repeat(CANARY.length)}`)
  expect(await logOf(id)).toBe(`password is ${'*'.repeat(CANARY.length)}\n`)
})
