import { createInstance } from '@podium/contract/calls/instances.ts'
import { readRun, retryRun, startRun } from '@podium/contract/calls/runs.ts'
import { metadataForTests } from '@podium/contract/testing/metadata-for-tests.ts'
import { addressOf } from '@podium/contract/wire/call.ts'
import { beforeAll, expect, test } from 'vitest'
import { inFirst } from '../solutions/testing/seed.ts'
import { addStream, createRunFixture, type RunFixture } from './testing/run-fixture.ts'

let fixture: RunFixture
beforeAll(async () => {
  fixture = await createRunFixture()
  return () => fixture.close()
})

const start = (body: unknown, id = fixture.ids.stream) =>
  fixture.as('member').ask(startRun, { params: { id }, body })

function nested(levels: number): unknown {
  return levels === 0 ? 1 : { x: nested(levels - 1) }
}

const withValue = (value: unknown) => ({ parameters: { train: { train: { epochs: value } } } })

test.each([
  ['nested beyond reason', withValue(nested(90)), 'is nested deeper than 20 levels.'],
  ['with a large value', withValue('x'.repeat(5000)), 'A value is 4 KiB of JSON at most'],
  ['with a text no database takes', { config_path: 'a\0b' }, 'This text contains a NUL character'],
])('refuses a start %s with a sentence', async (_, body, sentence) => {
  const answer = await start(body)
  expect(answer.statusCode).toBe(422)
  expect(answer.json().detail[0].msg).toContain(sentence)
})

test('refuses a number outside the range of a double', async () => {
  const url = addressOf(startRun, { params: { id: fixture.ids.stream } })
  const body = JSON.stringify(withValue('number')).replace('"number"', '1e400')
  const answer = await fixture.as('member').send('POST', url, body, { 'content-type': 'application/json' })
  expect([answer.statusCode, answer.json().detail[0].msg]).toEqual([422, 'This number is too large.'])
})

test('limits a run to a hundred addresses, wherever they were chosen', async () => {
  const dataset_uri = Array.from({ length: 101 }, () => 'datasets/a/')
  const sentence = 'A run reads from at most 100 addresses, and these are 101: put the data in one folder.'
  expect((await start({ dataset_uri })).json().detail).toBe(sentence)
  const version = metadataForTests()
  const metadata_json = {
    ...version,
    pipeline: [{ ...version.pipeline[0], dataset_uri }, version.pipeline[1]],
  }
  expect((await start({ metadata_json })).json().detail).toBe(sentence)
})

test('a long default of the author is not limited like a choice, also on a retry', async () => {
  const { pipeline, ...rest } = metadataForTests()
  const args = [{ name: 'title', type: 'string', default: 'x'.repeat(5000) }]
  const parameters = { user_parameters: [{ step: 'train', args }] }
  const metadata = { ...rest, pipeline: [{ ...pipeline[0], parameters }] }
  const { stream } = await addStream(fixture, fixture.people.first.id, metadata, 'long')
  const id = await fixture.startAs('member', stream)
  await fixture.loop.tick()
  fixture.deps.engine.end(fixture.key(id), { outcome: 'succeeded' })
  await fixture.loop.tick()
  const again = await fixture.as('member').call(retryRun, { params: { id } })
  const { parameters: received } = await fixture.as('member').call(readRun, { params: { id: again.id } })
  expect(received).toEqual({ train: { title: 'x'.repeat(5000) } })
})

test('says that metadata is nested too deeply or too large, not that it differs', async () => {
  const deep = { ...metadataForTests(), note: nested(30) }
  const large = { ...metadataForTests(), note: 'x'.repeat(300_000) }
  expect((await start({ metadata_json: deep })).json().detail).toMatch(
    /^metadata_json\.note\.x.*: The metadata is nested deeper than 20 levels\.$/,
  )
  expect((await start({ metadata_json: large })).json().detail).toBe(
    'metadata_json: The metadata is larger than 256 KiB.',
  )
  const body = { name: 'deep', solution_version_id: fixture.ids.version, metadata_json: deep }
  const made = await fixture.as('member').ask(createInstance, { query: inFirst, body })
  expect([made.statusCode, made.json().detail]).toEqual([
    422,
    expect.stringMatching(/^metadata_json\.note\.x.*: The metadata is nested deeper/),
  ])
})
