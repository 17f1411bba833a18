import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { readDocument } from '@podium/contract/calls/system.ts'
import { beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { openApiDocument } from './openapi.ts'

interface Operation {
  operationId: string
  summary: string
  security?: unknown[]
  parameters: { name: string; in: string; description?: string }[]
  requestBody?: { content: Record<string, unknown> }
  responses: Record<string, { description: string; content?: Record<string, unknown> }>
}

const REDOCLY = join(
  dirname(createRequire(import.meta.url).resolve('@redocly/cli/package.json')),
  'bin/cli.js',
)

let server: TestApp
let document: Record<string, unknown>
let operations: Operation[]
let folder: string

beforeAll(async () => {
  server = await createTestApp({ env: { PODIUM_COMPAT_LDAP_GET: '1' } })
  document = await server.as('member').call(readDocument)
  operations = Object.values(document.paths as Record<string, Record<string, Operation>>).flatMap((path) =>
    Object.values(path),
  )
  folder = mkdtempSync(join(tmpdir(), 'podium-openapi-'))
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(document))
  return async () => {
    rmSync(folder, { recursive: true })
    await server.close()
  }
})

function operation(id: string): Operation {
  return operations.find(({ operationId }) => operationId === id) ?? expect.fail(`${id} is not told`)
}

test('passes the recommended rules of Redocly', () => {
  const args = ['lint', '--extends=recommended', '--format=json', 'openapi.json']
  const found = execFileSync(process.execPath, [REDOCLY, ...args], {
    cwd: folder,
    encoding: 'utf8',
    stdio: 'pipe',
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  })
  expect(JSON.parse(found)).toMatchObject({ totals: { errors: 0, warnings: 0, ignored: 0 }, problems: [] })
})

test('is the same each time, with a unique name for each call', () => {
  const { boundRoutes } = server.app
  const [one, other] = [1, 2].map(() => JSON.stringify(openApiDocument(boundRoutes, '1')))
  expect(one).toBe(other)
  const names = operations.map(({ operationId }) => operationId)
  expect(new Set(names).size).toBe(names.length)
  expect(names.length).toBeGreaterThan(90)
})

test('describes every parameter', () => {
  const silent = operations.flatMap(({ operationId, parameters }) =>
    parameters.filter(({ description }) => !description).map(({ name }) => `${operationId}: ${name}`),
  )
  expect(silent).toEqual([])
})

test('requires no session for an open call, and one of three kinds for any other', () => {
  expect(operation('login').security).toEqual([])
  expect(operation('readRun').security).toBeUndefined()
  expect(document.security).toEqual([{ browser: [] }, { program: [] }, { token: [] }])
})

test('derives the possible refusals of a call from its kind', () => {
  const statuses = (id: string) => Object.keys(operation(id).responses).map(Number)
  expect(statuses('readVersions')).toEqual([200, 421, 422, 500, 503])
  expect(statuses('readSession')).toEqual([200, 401, 403, 421, 422, 500, 503])
  expect(statuses('editStream')).toEqual([200, 401, 403, 404, 409, 413, 415, 421, 422, 500, 503])
  expect(statuses('readObject')).toEqual([
    200, 206, 302, 304, 401, 403, 404, 409, 410, 416, 421, 422, 500, 503,
  ])
  expect(operation('editStream').responses[409]?.description).toContain('Someone else changed this')
})

test('includes a call that shares an address in the other’s operation', () => {
  const { parameters, responses } = operation('listAccounts')
  expect(parameters.map(({ name }) => name)).toContain('exclude_wsid')
  expect(responses[200]?.content).toMatchObject({
    'application/json': { schema: { anyOf: [{ type: 'object' }, { type: 'object' }] } },
  })
})
