import { createInstance, listInstances } from '@podium/contract/calls/instances.ts'
import { registerSolution } from '@podium/contract/calls/solutions.ts'
import { beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { inFirst, metadataNamed } from '../solutions/testing/seed.ts'
import { insertRun, insertStream } from '../streams/testing/insert-stream.ts'

let podium: TestApp
beforeAll(async () => {
  podium = await createTestApp()
  const client = podium.as('member')
  const solution = await client.call(registerSolution, {
    query: inFirst,
    body: { metadata_json: metadataNamed('pumps') },
  })
  const solution_version_id = solution.versions[0]?.id ?? ''
  const make = (name: string, details: object) =>
    client.call(createInstance, { query: inFirst, body: { name, solution_version_id, ...details } })
  await make('North', {
    description: 'For 100% of the night_shift',
    tags: [
      { key: 'site', value: 'north' },
      { key: 'a=b', value: 'c' },
    ],
  })
  await make('South', { tags: [{ key: 'site', value: 'south' }] })
  await make('Plain', { draft: true })
  return () => podium.close()
})

async function found(query: object): Promise<string[]> {
  const asked = { ...inFirst, sort: 'name', ...query }
  const { instances, total } = await podium.as('member').call(listInstances, { query: asked })
  expect(total).toBe(instances.length)
  return instances.map(({ name }) => name)
}

test.each<[what: string, q: string, names: string[]]>([
  ['the name', 'OUTH', ['South']],
  ['the description', 'night', ['North']],
  ['the solution', 'pump', ['North', 'Plain', 'South']],
  ["a tag's key", 'SITE', ['North', 'South']],
  ["a tag's value", 'south', ['South']],
  ['what it says, and nothing by a sign that means anything to the database', '100%', ['North']],
  ['nothing by other signs', 'night_s', ['North']],
  ['nothing that is nowhere', 'n%h', []],
])('the search covers %s', async (_, q, names) => {
  expect(await found({ q })).toEqual(names)
})

test('finds instances by the key of a tag, or by key and value', async () => {
  expect(await found({ tag: 'site' })).toEqual(['North', 'South'])
  expect(await found({ tag: 'site=south' })).toEqual(['South'])
  expect(await found({ tag: 'a=b' })).toEqual(['North'])
  expect(await found({ tag: 'a=b=c' })).toEqual(['North'])
  expect(await found({ tag: 'sit' })).toEqual([])
  expect(await found({ tag: 'site=sout', q: 'pump' })).toEqual([])
})

test('a filter by status finds the instances that show this status', async () => {
  const inserted = await insertStream(podium)
  const { name } = inserted.instance
  expect(await found({ status: 'draft' })).toEqual(['Plain'])
  expect(await found({ status: 'idle' })).toEqual(['North', 'South', name])
  await insertRun(podium, inserted, 'failed')
  expect([await found({ status: 'failed' }), await found({ status: 'training' })]).toEqual([[name], []])
  await insertRun(podium, inserted, 'queued')
  expect([await found({ status: 'failed' }), await found({ status: 'training' })]).toEqual([[], [name]])
  const unknown = await podium.as('member').ask(listInstances, { query: { ...inFirst, status: 'busy' } })
  expect([unknown.statusCode, unknown.json().detail[0].loc]).toEqual([422, ['query', 'status']])
})
