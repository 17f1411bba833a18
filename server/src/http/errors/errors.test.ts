import { Failure, FieldProblems } from '@podium/contract/rules/errors.ts'
import { ObjectUnreadable, StoreAway } from '@podium/storage/object-store.ts'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { DATABASE_REFUSALS, failedQuery } from '../testing/database-refusals.ts'
import { answerError } from './errors.ts'

async function answerTo(error: unknown) {
  const app = Fastify()
  app.setErrorHandler(answerError)
  app.get('/', async () => {
    throw error
  })
  const { statusCode, headers, body } = await app.inject('/')
  return { status: statusCode, body: JSON.parse(body), retry: headers['retry-after'] }
}

test('answers an expected failure with its sentence and fields', async () => {
  expect(await answerTo(new Failure('EDIT.STALE', {}, { current: { revision: 2 } }))).toMatchObject({
    status: 409,
    body: { current: { revision: 2 } },
  })
  expect(
    (await answerTo(new FieldProblems([{ loc: ['body', 'a'], msg: 'Not this.', type: 'x' }]))).body,
  ).toEqual({
    detail: [{ loc: ['body', 'a'], msg: 'Not this.', type: 'x' }],
  })
})

test('logs a rush of refusals as one line, without a stack', async () => {
  const lines: string[] = []
  const app = Fastify({ logger: { level: 'warn', stream: { write: (line: string) => lines.push(line) } } })
  app.setErrorHandler(answerError)
  app.get('/', async () => {
    throw new Failure('LOGIN.BUSY')
  })
  for (let n = 0; n < 20; n += 1) expect((await app.inject('/')).statusCode).toBe(503)
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0] ?? '{}')).toMatchObject({ level: 40, msg: new Failure('LOGIN.BUSY').detail })
  expect(lines[0]).not.toContain('stack')
})

test('reports an object that its store does not deliver', async () => {
  const answer = await answerTo(new ObjectUnreadable('The object store does not give this file.'))
  expect([answer.status, answer.body]).toEqual([409, { detail: 'The object store does not give this file.' }])
})

test('hides the details of an unexpected error', async () => {
  const answer = await answerTo(new Error('password=secret at /home/app'))
  expect([answer.status, answer.body]).toEqual([500, { detail: 'Internal Server Error' }])
})

test.each(DATABASE_REFUSALS)(
  'answers 503 with a retry for a refusing database: %s (%s, %s)',
  async (trouble, code, message) => {
    expect(await answerTo(failedQuery(code, message))).toEqual({
      status: 503,
      body: { detail: `${trouble} Please try again in a few seconds.` },
      retry: '3',
    })
  },
)

test.each([
  ['57014', 'canceling statement due to user request'],
  ['42703', 'column "x" does not exist'],
  ['54000', 'index row size 2712 exceeds btree version 4 maximum 2704'],
])('treats a statement that is itself wrong as a fault: %s, %s', async (code, message) => {
  expect((await answerTo(failedQuery(code, message))).status).toBe(500)
})

test('answers 503 with a retry for an object store that is away', async () => {
  expect(await answerTo(new StoreAway('The object store does not answer (ECONNREFUSED).'))).toEqual({
    status: 503,
    body: { detail: 'The object store does not answer right now. Please try again in a few seconds.' },
    retry: '3',
  })
})

test('treats a missing file of the server as a fault, not as a missing database', async () => {
  const missing = Object.assign(new Error("ENOENT: no such file or directory, open '/x'"), { code: 'ENOENT' })
  expect((await answerTo(missing)).status).toBe(500)
})
