import {
  editSolution,
  listSolutions,
  readVersion,
  registerSolution,
  registerVersion,
} from '@podium/contract/calls/solutions.ts'
import type { Metadata } from '@podium/contract/solution-metadata/metadata.ts'
import { descriptionTabs } from '@podium/contract/solution-metadata/metadata-description.ts'
import { generations } from '@podium/contract/testing/generations.ts'
import { beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { inFirst } from './testing/seed.ts'

let podium: TestApp
beforeAll(async () => {
  podium = await createTestApp()
  return () => podium.close()
})

test.each(generations('generation'))(
  '$what is registered, stored as sent, and shown in its tabs',
  async ({ metadata, tabs, warnings }) => {
    const body = { metadata_json: metadata }
    const made = await podium.as('member').call(registerSolution, { query: inFirst, body })
    expect(made.warnings).toEqual(warnings.map((word) => expect.stringContaining(word)))
    const params = { id: made.id, n: 1 }
    const answer = await podium.as('member').ask(readVersion, { params })
    expect(answer.body).toContain(`"metadata_json":${JSON.stringify(metadata)}`)
    const read = answer.json()
    expect(read.pipelines).toEqual((metadata.pipeline as { type: string }[]).map(({ type }) => type))
    const shown = descriptionTabs(read.metadata_json as Metadata).filter(({ markdown }) => markdown !== '')
    expect(Object.fromEntries(shown.map(({ title, markdown }) => [title, markdown]))).toEqual(
      Object.fromEntries(Object.entries(tabs).map(([title, word]) => [title, expect.stringContaining(word)])),
    )
    const { solutions } = await podium
      .as('member')
      .call(listSolutions, { query: { ...inFirst, q: metadata.name } })
    const { description = {} } = metadata as { description?: Record<string, string> }
    const words = shown.find(({ title }) => title === 'Overview')?.markdown
    expect(solutions[0]?.overview).toBe(words ?? description.title ?? description.problem ?? '')
  },
)

test('a solution may move from one generation to the next, as a version and in place', async () => {
  const [oldest, ...newer] = generations('growing').map((one) => ({ ...one.metadata, name: 'growing' }))
  if (!oldest) throw new Error('there is no generation')
  const { id } = await podium
    .as('member')
    .call(registerSolution, { query: inFirst, body: { metadata_json: oldest } })
  for (const metadata_json of newer)
    await podium.as('member').call(registerVersion, { params: { id }, body: { metadata_json } })
  await podium.as('member').call(editSolution, { params: { id }, body: { metadata_json: oldest } })
  const numbers = [oldest, ...newer.slice(0, -1), oldest]
  for (const [at, metadata] of numbers.entries()) {
    const answer = await podium.as('member').ask(readVersion, { params: { id, n: at + 1 } })
    expect(answer.body).toContain(`"metadata_json":${JSON.stringify(metadata)}`)
  }
})
