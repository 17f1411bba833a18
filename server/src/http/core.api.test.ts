import { readDocument, readVersions } from '@podium/contract/calls/system.ts'
import { beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../testing/test-app.ts'

let server: TestApp
beforeAll(async () => {
  server = await createTestApp()
  return () => server.close()
})

test('serves the versions to anybody, with the generation that existing clients compare', async () => {
  const answer = await server.as('anonymous').call(readVersions)
  expect(answer.versions).toEqual([{ ver_str: '2.0.0' }])
})

test('serves the document to accounts only', async () => {
  const refused = await server.as('anonymous').ask(readDocument)
  expect(refused.statusCode).toBe(401)
  expect(refused.json()).toEqual({ detail: 'Please sign in first.' })
  const document = await server.as('member').call(readDocument)
  expect(Object.keys(document.paths as object)).toContain('/api/v1/versions')
})
