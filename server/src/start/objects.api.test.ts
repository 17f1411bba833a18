import { mkdtempSync, rmSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { createTestDatabase } from '@podium/database/testing/test-database.ts'
import { createDatabaseTurns } from '@podium/database/turns.ts'
import { createS3Store } from '@podium/storage/s3/s3-store.ts'
import { type Swift, startSwift } from '@podium/storage/testing/swift.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Started, startServer, urlOf } from '../testing/started-server.ts'

const folder = mkdtempSync(join(tmpdir(), 'podium-objects-'))
const ADMIN = { PODIUM_ADMIN_ID: 'boss', PODIUM_ADMIN_PASSWORD: 'violet kettle under moss' }
const started: Started[] = []
let swift: Swift
let database: Awaited<ReturnType<typeof createTestDatabase>>

beforeAll(async () => {
  swift = await startSwift()
})
beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(async () => {
  swift.resume()
  for (const { child, ended } of started.splice(0)) {
    child.kill('SIGKILL')
    await ended
  }
  await database.drop()
})
afterAll(async () => {
  await swift.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** The server, or a command of it, on a database and a home of the test's own. */
function start(env: Record<string, string>, ...command: string[]): Started {
  const server = startServer(
    {
      PODIUM_PORT: '0',
      PODIUM_HOME: mkdtempSync(join(folder, 'home-')),
      PODIUM_DATABASE_URL: urlOf(database.owner),
      ...ADMIN,
      ...env,
    },
    ...command,
  )
  started.push(server)
  return server
}

/** Signs in at the server and makes a workspace there. */
async function enter(server: Started) {
  const address = await server.untilPrinted(/running at (http:\S+)/)
  let cookie = ''
  async function call(method: string, path: string, body?: string) {
    const response = await fetch(`${address}/api/v1${path}`, {
      method,
      headers: { cookie, ...(body !== undefined && { 'content-type': 'application/octet-stream' }) },
      ...(body !== undefined && { body }),
    })
    return { status: response.status, text: await response.text() }
  }
  async function send(path: string, body: object) {
    const answer = await fetch(`${address}/api/v1${path}`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(answer.status).toBe(200)
    return answer
  }
  const signIn = { login_id: ADMIN.PODIUM_ADMIN_ID, login_pw: ADMIN.PODIUM_ADMIN_PASSWORD }
  const signedIn = await send('/auth/login', signIn)
  cookie = signedIn.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ')
  const made = await send('/workspaces', { name: 'lab', s3_bucket_name: 'lab-data' })
  const { id } = (await made.json()) as { id: string }
  return { call, workspace: `/workspaces/${id}` }
}

test('files lie in S3, and while it is away only what needs them is refused', async () => {
  const home = mkdtempSync(join(folder, 'home-'))
  const env = { ...swift.keys, PODIUM_OBJECTS_URL: swift.url, PODIUM_LOG_LEVEL: 'debug', PODIUM_HOME: home }
  const server = start(env)
  const { call, workspace } = await enter(server)
  const file = `${workspace}/objects/datasets/a.csv`
  expect((await call('PUT', file, 'a,b')).status).toBe(200)
  expect(await call('GET', file)).toEqual({ status: 200, text: 'a,b' })
  expect(await readdir(home)).not.toContain('objects')

  swift.pause()
  const refused = await Promise.all([
    call('GET', file),
    call('PUT', `${file}.2`, 'x'),
    call('DELETE', file),
    call('GET', `${workspace}/objects?prefix=datasets/`),
  ])
  for (const { status, text } of refused)
    expect([status, JSON.parse(text).detail]).toEqual([
      503,
      'The object store does not answer right now. Please try again in a few seconds.',
    ])
  expect((await call('GET', '/workspaces')).status).toBe(200)
  swift.resume()
  expect(await call('GET', file)).toEqual({ status: 200, text: 'a,b' })
  server.child.kill('SIGTERM')
  expect(await server.ended).toBe(0)

  const exported = start(env, 'export', join(folder, 'all.tar.gz'))
  await exported.untilPrinted(/ and 1 object \(3 bytes\) to /)
  for (const { text } of [server, exported]) expect(text()).not.toMatch(/Signature|AWS4|podium:tester/)
}, 120_000)

test('a store that cannot be used ends the start with one sentence, and no key in it', async () => {
  const keys = { ...swift.keys, AWS_SECRET_ACCESS_KEY: 'quite-wrong' }
  const wrong = start({ ...keys, PODIUM_OBJECTS_URL: swift.url, PODIUM_LOG_LEVEL: 'debug' })
  expect(await wrong.ended).toBe(1)
  expect(wrong.text().trim()).toBe(
    `PODIUM_OBJECTS_URL: ${swift.settings.endpoint} refuses the keys. Check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.`,
  )

  const missing = start({ PODIUM_OBJECTS_URL: `file://${folder}/unmounted` })
  expect(await missing.ended).toBe(1)
  expect(missing.text().trim()).toBe(
    `PODIUM_OBJECTS_URL: there is no folder ${folder}/unmounted. Make or mount it, then start again.`,
  )
}, 120_000)

test('files lie in a folder that others mount, too', async () => {
  const shared = mkdtempSync(join(folder, 'shared-'))
  const { call, workspace } = await enter(start({ PODIUM_OBJECTS_URL: `file://${shared}` }))
  expect((await call('PUT', `${workspace}/objects/datasets/a.csv`, 'a,b')).status).toBe(200)
  expect(await readdir(join(shared, 'lab-data', 'datasets'))).toEqual(['a.csv'])
}, 120_000)

test('of what two servers place at names that exclude each other, one is stored', async () => {
  for (const [name, value] of Object.entries(swift.keys)) vi.stubEnv(name, value)
  const turns = [createDatabaseTurns(database.serving), createDatabaseTurns(database.serving)]
  const servers = turns.map((each) => createS3Store(swift.settings, each))
  await servers[0]?.makeBucket('shared-data')
  const placed = async (...paths: string[]) => {
    const puts = paths.map((path, n) => servers[n % 2]?.put('shared-data', path, Readable.from([`${n}`])))
    const settled = await Promise.allSettled(puts)
    return settled.filter(({ status }) => status === 'fulfilled').length
  }
  const rounds = Array.from({ length: 10 }, (_, round) =>
    Promise.all([
      placed(`${round}/same`, `${round}/same`, `${round}/same`, `${round}/same`),
      placed(`${round}/other`, `${round}/other/below`),
    ]),
  )
  expect(await Promise.all(rounds)).toEqual(rounds.map(() => [1, 1]))
  for (const { close } of turns) await close()
  vi.unstubAllEnvs()
}, 120_000)
