import { Failure, FieldProblems } from '@podium/contract/errors.ts'
import { ObjectUnreadable, StoreAway } from '@podium/storage/object-store.ts'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
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

test('an expected failure says its sentence and its fields', async () => {
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

test('a rush of refusals is one line in the log, without a stack', async () => {
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

test('an object that its store does not give says so', async () => {
  const answer = await answerTo(new ObjectUnreadable('The object store does not give this file.'))
  expect([answer.status, answer.body]).toEqual([409, { detail: 'The object store does not give this file.' }])
})

test('what nobody expected keeps its insides to itself', async () => {
  const answer = await answerTo(new Error('password=secret at /home/app'))
  expect([answer.status, answer.body]).toEqual([500, { detail: 'Internal Server Error' }])
})

const AWAY = 'The database does not answer right now.'
const IN_USE = 'All connections to the database are in use.'
const BUSY = 'The database is too busy to answer in time.'
const CLOSED = 'The database does not let the server in.'

test.each([
  [AWAY, 'ECONNREFUSED', 'connect ECONNREFUSED 127.0.0.1:5432'],
  [AWAY, 'ENOENT', 'connect ENOENT /home/pg/.s.PGSQL.5432'],
  [AWAY, '08006', 'The database does not answer.'],
  [AWAY, undefined, 'Connection terminated unexpectedly'],
  [AWAY, undefined, 'Client has encountered a connection error and is not queryable'],
  [AWAY, undefined, 'timeout expired'],
  [AWAY, '57P01', 'terminating connection due to administrator command'],
  [AWAY, '57P02', 'terminating connection because of crash of another server process'],
  [AWAY, '57P03', 'the database system is starting up'],
  [AWAY, '57P05', 'terminating connection due to idle-session timeout'],
  [AWAY, '25P03', 'terminating connection due to idle-in-transaction timeout'],
  [AWAY, '25P04', 'terminating connection due to transaction timeout'],
  [AWAY, '55000', 'database "podium" is not currently accepting connections'],
  [IN_USE, '53300', 'too many connections for role "podium"'],
  [IN_USE, '53300', 'remaining connection slots are reserved for roles with the SUPERUSER attribute'],
  [IN_USE, '08P01', 'no more connections allowed (max_client_conn)'],
  [IN_USE, undefined, 'timeout exceeded when trying to connect'],
  [BUSY, '57014', 'canceling statement due to statement timeout'],
  [BUSY, '55P03', 'canceling statement due to lock timeout'],
  [BUSY, '40P01', 'deadlock detected'],
  [BUSY, '40001', 'could not serialize access due to concurrent update'],
  ['The database takes no changes now.', '25006', 'cannot execute INSERT in a read-only transaction'],
  ['The disk of the database is full.', '53100', 'could not extend file: No space left on device'],
  ['The database has no memory left.', '53200', 'out of shared memory'],
  ['The database has reached one of its limits.', '53400', 'temporary file size exceeds temp_file_limit'],
  [CLOSED, '28P01', 'password authentication failed for user "podium"'],
  [CLOSED, '28000', 'role "podium" is not permitted to log in'],
  [CLOSED, '3D000', 'database "podium" does not exist'],
  [CLOSED, '57P04', 'terminating connection due to database drop'],
  ['The database does not allow the server to do this.', '42501', 'permission denied for table accounts'],
  ['The database cannot use its files.', '58030', 'could not read block 3: Input/output error'],
  ['The database cannot use its files.', 'XX001', 'invalid page in block 7 of relation base/5/16384'],
  [
    'A pooler gives the server other sessions of the database than its own.',
    '26000',
    'prepared statement "x" does not exist',
  ],
])('a database that refuses is 503 and worth another try: %s (%s, %s)', async (trouble, code, message) => {
  const cause = Object.assign(new Error(message), code === undefined ? {} : { code })
  expect(await answerTo(new Error('Failed query', { cause }))).toEqual({
    status: 503,
    body: { detail: `${trouble} Please try again in a few seconds.` },
    retry: '3',
  })
})

test.each([
  ['57014', 'canceling statement due to user request'],
  ['42703', 'column "x" does not exist'],
  ['54000', 'index row size 2712 exceeds btree version 4 maximum 2704'],
])('a statement that fails for itself is a fault: %s, %s', async (code, message) => {
  const cause = Object.assign(new Error(message), { code })
  expect((await answerTo(new Error('Failed query', { cause }))).status).toBe(500)
})

test('an object store that is away is 503 and worth another try', async () => {
  expect(await answerTo(new StoreAway('The object store does not answer (ECONNREFUSED).'))).toEqual({
    status: 503,
    body: { detail: 'The object store does not answer right now. Please try again in a few seconds.' },
    retry: '3',
  })
})

test('a missing file of ours is a fault, not a database that is away', async () => {
  const missing = Object.assign(new Error("ENOENT: no such file or directory, open '/x'"), { code: 'ENOENT' })
  expect((await answerTo(missing)).status).toBe(500)
})
