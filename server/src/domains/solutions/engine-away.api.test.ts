import { putObject } from '@podium/contract/calls/objects.ts'
import {
  checkArchive,
  listSolutions,
  registerArchive,
  registerSolution,
  registerVersion,
} from '@podium/contract/calls/solutions.ts'
import { beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { solutionArchive } from './testing/archive.ts'
import { freshName, inFirst, metadataNamed } from './testing/seed.ts'

const UNKNOWN =
  'The engine does not answer right now, so it is not known whether all of this has an effect here.'

let podium: TestApp
beforeAll(async () => {
  podium = await createTestApp()
  podium.deps.engine.capabilities = () => Promise.reject(new Error('the cluster is away'))
  return () => podium.close()
})

test('checks and registers an archive while the engine does not answer', async () => {
  const name = freshName()
  const path = `uploads/${name}.tar.gz`
  await podium.as('member').ask(putObject, {
    params: { id: podium.people.first.id, path },
    body: await solutionArchive(metadataNamed(name)),
    headers: { 'content-type': 'application/octet-stream' },
  })
  const asked = { query: inFirst, body: { path } }
  const { checks } = await podium.as('member').call(checkArchive, asked)
  expect(checks.filter(({ level }) => level !== 'good').map(({ detail }) => detail)).toEqual([UNKNOWN])
  const answer = await podium.as('member').ask(registerArchive, asked)
  expect([answer.statusCode, answer.json().warnings]).toEqual([200, [UNKNOWN]])
  expect((await podium.as('member').call(listSolutions, { query: inFirst })).total).toBe(1)
})

test('registers metadata alone, and a next version, while the engine does not answer', async () => {
  const body = { metadata_json: metadataNamed(freshName()) }
  const made = await podium.as('member').ask(registerSolution, { query: inFirst, body })
  expect(made.json()).toMatchObject({ warnings: [UNKNOWN], without_effect: [] })
  const next = await podium.as('member').ask(registerVersion, { params: { id: made.json().id }, body })
  expect(next.json()).toMatchObject({ versions: [{ version: 2 }], warnings: [UNKNOWN] })
})
