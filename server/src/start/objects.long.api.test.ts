// @module-tag swift
import { mkdtempSync, rmSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { createTestDatabase } from '@podium/database/testing/test-database.ts'
import { createDatabaseTurns } from '@podium/database/turns.ts'
import { createS3Store } from '@podium/storage/s3/s3-store.ts'
import { type Swift, startSwift } from '@podium/storage/testing/swift.ts'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Started, urlOf } from '../testing/started-program.ts'
import { startServer } from '../testing/started-server.ts'

const folder = mkdtempSync(join(tmpdir(), 'podium-objects-'))
const ADMIN = { PODIUM_ADMIN_ID: 'boss', PODIUM_ADMIN_PASSWORD: 'violet kettle under moss' }
const started: Started[] = []
let swift: Swift
let database: Awaited<ReturnType<typeof createTestDatabase>>

beforeAll(async () => {
  swift = await startSwift()
  return async () => {
    await swift.stop()
    rmSync(folder, { recursive: true, force: true })
  }
})
beforeEach(async () => {
  database = await createTestDatabase()
  return async () => {
    swift.resume()
    for (const { child, ended } of started.splice(0)) {
      child.kill('SIGKILL')
      await ended
    }
    await database.drop()
  }
})

/** Starts the server, or a command of it, on a database and a home of this test. */
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

/** Calls the server as its first administrator. */
async function signIn(server: Started) {
  const address = await server.untilPrinted(/running at (http:\S+)/)
  const signedIn = await fetch(`${address}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ login_id: ADMIN.PODIUM_ADMIN_ID, login_pw: ADMIN.PODIUM_ADMIN_PASSWORD }),
  })
  expect(signedIn.status).toBe(200)
  const cookie = signedIn.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ')
  return async (method: string, path: string, body?: string, type = 'application/octet-stream') => {
    const response = await fetch(`${address}/api/v1${path}`, {
      method,
      headers: { cookie, ...(body !== undefined && { 'content-type': type }) },
      ...(body !== undefined && { body }),
    })
    return { status: response.status, text: await response.text() }
  }
}

/** Signs in at the server and makes a workspace. */
async function enter(server: Started, s3_bucket_name = 'lab-data') {
  const call = await signIn(server)
  const body = JSON.stringify({ name: 'lab', s3_bucket_name })
  const made = await call('POST', '/workspaces', body, 'application/json')
  expect(made.status).toBe(200)
  return { call, workspace: `/workspaces/${JSON.parse(made.text).id}` }
}

test('stores files in S3, and refuses only calls that need them while it is away', async () => {
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
  expect(await call('GET', '/healthz')).toEqual({
    status: 503,
    text: '{"status":"failing","failing":["objects"]}',
  })
  expect((await call('GET', '/readyz')).status).toBe(200)
  swift.resume()
  expect(await call('GET', file)).toEqual({ status: 200, text: 'a,b' })
  server.child.kill('SIGTERM')
  expect(await server.ended).toBe(0)

  const exported = start(env, 'export', join(folder, 'all.tar.gz'))
  await exported.untilPrinted(/ and 1 object \(3 bytes\) to /)
  for (const { text } of [server, exported]) expect(text()).not.toMatch(/Signature|AWS4|podium:tester/)
})

test('ends the start with one sentence, without a key, if a store cannot be used', async () => {
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
})

test('stores files in a folder that others mount, too', { tags: ['long'] }, async () => {
  const shared = mkdtempSync(join(folder, 'shared-'))
  const { call, workspace } = await enter(start({ PODIUM_OBJECTS_URL: `file://${shared}` }))
  expect((await call('PUT', `${workspace}/objects/datasets/a.csv`, 'a,b')).status).toBe(200)
  expect(await readdir(join(shared, 'lab-data', 'datasets'))).toEqual(['a.csv'])
})

test('moves files to S3 beside a running server and after it, and back again', {
  tags: ['long'],
}, async () => {
  const env = { ...swift.keys, PODIUM_HOME: mkdtempSync(join(folder, 'home-')) }
  const there = { PODIUM_OBJECTS_URL: swift.url }
  const answerOf = async (server: Started) => {
    expect(await server.ended).toBe(0)
    return server.text().trim()
  }
  const end = async ({ child, ended }: Started) => {
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
  }
  const compared = 'and compared each with its original'

  const first = start(env)
  const { call, workspace } = await enter(first, 'moved-data')
  const file = (name: string) => `${workspace}/objects/datasets/${name}`
  await call('PUT', file('a.csv'), 'a,b')
  await call('PUT', file('b.csv'), 'gone')
  expect(await answerOf(start(env, 'objects', 'move', '--to', swift.url))).toBe(
    `Copied 2 objects (7 bytes) ${compared}; 0 were there already. Podium is running, so new files are not copied: stop it and run this once more before you change the setting.`,
  )
  await call('PUT', file('c.csv'), 'c')
  await call('DELETE', file('b.csv'))
  await end(first)
  expect(await answerOf(start(env, 'objects', 'move', '--to', swift.url))).toBe(
    `Copied 1 object (1 byte) ${compared}; 1 was there already. 1 that no longer exists was removed there. Everything is there. Set PODIUM_OBJECTS_URL to that address and start Podium.`,
  )

  const second = start({ ...env, ...there })
  const inS3 = await signIn(second)
  expect(await inS3('GET', file('a.csv'))).toEqual({ status: 200, text: 'a,b' })
  expect((await inS3('GET', file('b.csv'))).status).toBe(404)
  await inS3('PUT', `${file('a.csv')}?replace=1`, 'other')
  await end(second)
  expect(await answerOf(start({ ...env, ...there }, 'objects', 'move', '--to', 'home'))).toBe(
    `Copied 1 object (5 bytes) ${compared}; 1 was there already. Everything is there. Unset PODIUM_OBJECTS_URL and start Podium.`,
  )
  const third = start(env)
  const atHome = await signIn(third)
  expect(await atHome('GET', file('a.csv'))).toEqual({ status: 200, text: 'other' })
  expect(await atHome('GET', file('c.csv'))).toEqual({ status: 200, text: 'c' })
})

test('refuses a place that objects cannot be moved to, with one sentence', { tags: ['long'] }, async () => {
  const env = { PODIUM_HOME: mkdtempSync(join(folder, 'home-')) }
  await enter(start(env))
  const refusal = async (...words: string[]) => {
    const command = start(env, 'objects', ...words)
    expect(await command.ended).toBe(1)
    return command.text().trim()
  }
  const usage = 'Give the target: podium objects move --to <address>, or --to home.'
  expect(await Promise.all([refusal(), refusal('move'), refusal('move', '--from', 'home')])).toEqual(
    Array(3).fill(usage),
  )
  expect(await refusal('move', '--to', 'home')).toBe('--to is the address where the objects already are.')
  expect(await refusal('move', '--to', `file://${folder}/none`)).toBe(
    `--to: there is no folder ${folder}/none. Make or mount it, then start again.`,
  )
  expect(await refusal('move', '--to', 's3://?prefix=x')).toBe(
    '--to: prefix= needs the bucket, as in s3://BUCKET?prefix=….',
  )
})

test('stores one of two files that servers write at names that exclude each other', {
  tags: ['long'],
}, async () => {
  for (const [name, value] of Object.entries(swift.keys)) vi.stubEnv(name, value)
  const turns = [createDatabaseTurns(database.serving), createDatabaseTurns(database.serving)]
  const servers = turns.map((each) => createS3Store(swift.settings, each))
  await servers[0]?.makeBucket('shared-data')
  const placed = async (...paths: string[]) => {
    const puts = paths.map((path, n) => servers[n % 2]?.put('shared-data', path, Readable.from([`${n}`])))
    const settled = await Promise.allSettled(puts)
    return settled.filter(({ status }) => status === 'fulfilled').length
  }
  // in rounds, because sixty writes at once exceed the time limit of a write on a slow machine
  for (let round = 0; round < 10; round += 1)
    expect(
      await Promise.all([
        placed(`${round}/same`, `${round}/same`, `${round}/same`, `${round}/same`),
        placed(`${round}/other`, `${round}/other/below`),
      ]),
    ).toEqual([1, 1])
  for (const { close } of turns) await close()
  vi.unstubAllEnvs()
})
