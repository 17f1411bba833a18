import { listObjects } from '@podium/contract/calls/objects.ts'
import { readVersion, registerSample } from '@podium/contract/calls/solutions.ts'
import { beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { inFirst } from './testing/seed.ts'

let podium: TestApp
beforeAll(async () => {
  podium = await createTestApp()
  return () => podium.close()
})

async function objectsBelow(prefix: string): Promise<string[]> {
  const { objects } = await podium
    .as('member')
    .call(listObjects, { params: { id: podium.people.first.id }, query: { prefix } })
  return objects.map(({ path }) => path)
}

test('registers the sample with its programs and data in one call, and leaves no upload', async () => {
  const member = podium.as('member')
  const { id, name, warnings } = await member.call(registerSample, { query: inFirst })
  expect({ name, warnings }).toEqual({ name: 'penguins', warnings: [] })
  const { pipelines } = await member.call(readVersion, { params: { id, n: 1 } })
  expect(pipelines).toEqual(['train', 'inference'])
  expect(await objectsBelow('uploads/')).toEqual([])
  expect((await objectsBelow('')).filter((path) => path.endsWith('.csv')).length).toBeGreaterThan(1)
})

test('says that the sample already exists, and leaves no upload', async () => {
  const query = { workspace_id: podium.people.second.id }
  const outsider = podium.as('outsider')
  await outsider.call(registerSample, { query })
  const answer = await outsider.ask(registerSample, { query })
  expect(answer.statusCode).toBe(400)
  expect(answer.json().detail).toContain('penguins')
  const { objects } = await outsider.call(listObjects, {
    params: { id: podium.people.second.id },
    query: { prefix: 'uploads/' },
  })
  expect(objects).toEqual([])
})
