import { Writable } from 'node:stream'
import { readHealth, readReadiness, readVersions } from '@podium/contract/system.ts'
import { listWorkspaces } from '@podium/contract/workspaces.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../testing/test-app.ts'

let server: TestApp
const lines: string[] = []
beforeAll(async () => {
  const sink = new Writable({
    write(line, _encoding, done) {
      lines.push(String(line))
      done()
    },
  })
  server = await createTestApp({ log: pino({ level: 'info' }, sink) })
})
afterAll(() => server.close())

test('calls of people are logged, and those of what watches over the server where they are refused', async () => {
  const watcher = server.as('anonymous')
  for (const route of [readHealth, readReadiness, readVersions]) await watcher.call(route)
  await server.as('admin').call(listWorkspaces)
  server.deps.engine.disk = () => Promise.reject(new Error('gone'))
  await watcher.ask(readReadiness)
  const calls = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'call')
  expect(calls.map(({ path, status }) => `${path} ${status}`)).toEqual([
    '/api/v1/workspaces 200',
    '/api/v1/readyz 503',
  ])
})
