import type { ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { hangingProxy } from '@podium/database/testing/hanging-proxy.ts'
import { createTestDatabase } from '@podium/database/testing/test-database.ts'
import { waitFor } from '@podium/database/testing/wait-for.ts'
import { withClient } from '@podium/database/testing/with-client.ts'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { type Started, urlOf } from '../testing/started-program.ts'
import { startServer } from '../testing/started-server.ts'

const home = mkdtempSync(join(tmpdir(), 'podium-start-'))
const children: ChildProcess[] = []
afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
  rmSync(home, { recursive: true, force: true })
})

/** Starts the server on the home of this test. */
function start(env: Record<string, string>): Started {
  const server = startServer({ PODIUM_HOME: home, ...env })
  children.push(server.child)
  return server
}

test('turns an empty folder into a server with a set-up link, and ends in order', async () => {
  const trail = join(home, 'audit.jsonl')
  const server = start({
    PODIUM_PORT: '0',
    PODIUM_METRICS_PORT: '0',
    PODIUM_AUDIT_STREAM: pathToFileURL(trail).href,
  })
  const address = await server.untilPrinted(/running at (http:\S+)/)
  const metrics = await server.untilPrinted(/Metrics are at (http:\/\/127\.0\.0\.1:\S+)/)
  expect(await (await fetch(metrics)).text()).toMatch(/^podium_build_info\{.*engine="local"\} 1$/m)
  const secret = await server.untilPrinted(/\/auth\/setup#(\S+)/)
  expect(JSON.parse(readFileSync(join(home, 'server.json'), 'utf8'))).toEqual({
    address,
    pid: server.child.pid,
  })
  expect(statSync(join(home, 'host-token')).mode & 0o777).toBe(0o600)
  expect(statSync(home).mode & 0o777).toBe(0o711)
  expect(await (await fetch(`${address}/api/v1/healthz`)).json()).toEqual({ status: 'ok', failing: [] })
  const post = (path: string, body: object) =>
    fetch(address + path, { method: 'POST', body: JSON.stringify(body) })
  const boss = { username: 'boss', password: 'violet kettle under moss', display_name: 'Boss', email: '' }
  expect((await post('/api/v1/auth/setup', { ...boss, secret })).status).toBe(200)
  expect((await post('/api/v1/auth/login', { login_id: 'boss', login_pw: boss.password })).status).toBe(200)
  const delivered = () => expect(readFileSync(trail, 'utf8')).toContain('"object_name":"boss"')
  await waitFor(delivered)

  const second = start({ PODIUM_PORT: '0' })
  const { owner, drop } = await createTestDatabase()
  onTestFinished(drop)
  const port = new URL(address).port
  const busy = start({
    PODIUM_PORT: port,
    PODIUM_HOME: join(home, 'elsewhere'),
    PODIUM_DATABASE_URL: urlOf(owner),
    PODIUM_LOG_LEVEL: 'info',
    PODIUM_ROOT: '/opt',
  })
  expect(await second.ended).toBe(1)
  expect(second.text().trim()).toBe(
    `Another Podium is running on ${home}. Stop it first, or set PODIUM_HOME to another folder.`,
  )

  expect(await busy.ended).toBe(1)
  expect(busy.text().trim().split('\n').at(-1)).toBe(
    `Port ${port} of 127.0.0.1 is already in use. Stop what uses it, or set PODIUM_PORT to another one.`,
  )
  expect(busy.text()).toContain('PODIUM_ROOT is not a setting of Podium and has no effect.')
  expect(busy.text()).not.toMatch(/"stack"| at .*:\d+:\d+/)

  server.child.kill('SIGINT')
  expect(await server.ended).toBe(0)
  expect(server.text()).toContain('Its runs go on')
  expect(existsSync(join(home, 'server.json'))).toBe(false)
})

test('refuses a second server on a database in use, whatever its home', {
  tags: ['long'],
}, async () => {
  const { owner, drop } = await createTestDatabase()
  const env = { PODIUM_PORT: '0', PODIUM_DATABASE_URL: urlOf(owner) }
  const first = start({ ...env, PODIUM_HOME: join(home, 'first') })
  await first.untilPrinted(/running at/)
  const second = start({ ...env, PODIUM_HOME: join(home, 'second') })
  expect(await second.ended).toBe(1)
  expect(second.text().trim()).toContain('Another Podium is using this database.')

  first.child.kill('SIGKILL')
  await first.ended
  const next = start({ ...env, PODIUM_HOME: join(home, 'second') })
  await next.untilPrinted(/running at/)
  next.child.kill('SIGTERM')
  expect(await next.ended).toBe(0)
  await drop()
})

test('serves nothing and ends when it wakes after losing its database while suspended', {
  tags: ['long'],
}, async () => {
  const { owner, drop } = await createTestDatabase()
  const env = { PODIUM_PORT: '0', PODIUM_DATABASE_URL: urlOf(owner) }
  const first = start({ ...env, PODIUM_HOME: join(home, 'sleeper') })
  const address = await first.untilPrinted(/running at (http:\S+)/)
  // the last line of its start
  await first.untilPrinted(/\/auth\/setup#/)
  const ask = () => fetch(`${address}/api/v1/auth/setup`).then(({ status }) => status)
  expect(await ask()).toBe(200)

  first.child.kill('SIGSTOP')
  await withClient(owner, (client) =>
    client.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where starts_with(application_name, 'podium-hold') and datname = current_database()`),
  )
  const next = start({ ...env, PODIUM_HOME: join(home, 'successor') })
  await next.untilPrinted(/running at/)
  // the requests wait in its sockets when it wakes
  const asked = Promise.all(Array.from({ length: 20 }, ask))
  first.child.kill('SIGCONT')
  expect(new Set(await asked)).toEqual(new Set([503]))
  expect(await first.ended).toBe(0)
  next.child.kill('SIGTERM')
  expect(await next.ended).toBe(0)
  await drop()
})

test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('logs that %s ends the server', async (signal) => {
  const server = start({ PODIUM_PORT: '0', PODIUM_HOME: join(home, signal), PODIUM_LOG_LEVEL: 'info' })
  // the last line of its start
  await server.untilPrinted(/\/auth\/setup#/)
  expect(server.text()).not.toContain('"event":"stopping"')
  server.child.kill(signal)
  expect(await server.ended).toBe(0)
  const lines = server
    .text()
    .split('\n')
    .filter((line) => line.includes('"event":"stopping"'))
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ signal, msg: 'Podium was told to stop.' }),
  ])
})

test('ends on request while its database hangs', { tags: ['long'] }, async () => {
  const { owner, drop } = await createTestDatabase()
  const proxy = await hangingProxy(owner)
  const env = { PODIUM_PORT: '0', PODIUM_DATABASE_URL: urlOf(proxy.settings) }
  const server = start({ ...env, PODIUM_HOME: join(home, 'hanging') })
  // the last line of its start
  await server.untilPrinted(/\/auth\/setup#/)
  proxy.hang()
  server.child.kill('SIGTERM')
  expect(await server.ended).toBe(0)
  proxy.close()
  await drop()
})

test('ends the start with a list of wrong settings', async () => {
  const server = start({ PODIUM_PORT: 'many', PODIUM_HOST: '0.0.0.0', PODIUM_DATABASE_ULR: 'postgres://x' })
  expect(await server.ended).toBe(1)
  expect(server.text().trim().split('\n')).toHaveLength(4)
})
