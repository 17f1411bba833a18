import createValidatorFactory from '@fastify/ajv-compiler'
import createSerialiserFactory from '@fastify/fast-json-stringify-compiler'
import { beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { VALIDATION } from '../compile-when-needed.ts'
import { inputSchema, outputSchema, serialiserSchema } from '../json-schema.ts'

let server: TestApp
beforeAll(async () => {
  server = await createTestApp()
  return () => server.close()
})

// The server compiles a schema at its first call, so a broken one would otherwise be found only in use.
test('compiles the schemas of every call', () => {
  const validator = createValidatorFactory()({}, VALIDATION)
  const serialiser = createSerialiserFactory()()
  const { boundRoutes } = server.app
  expect(boundRoutes.length).toBeGreaterThan(90)
  for (const { id, method, path, query, body, reply, transport } of boundRoutes) {
    const asked = [query, body].filter((each) => each !== undefined)
    for (const each of asked) validator({ method, url: path, schema: inputSchema(each) } as never)
    if (transport === 'bytes' || transport === 'events') continue
    const options = { method, url: path, httpStatus: '200', schema: serialiserSchema(outputSchema(reply)) }
    expect([id, typeof serialiser(options)]).toEqual([id, 'function'])
  }
})
