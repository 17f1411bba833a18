import { Writable } from 'node:stream'
import { readHealth, readReadiness, readVersions } from '@podium/contract/calls/system.ts'
import { listWorkspaces } from '@podium/contract/calls/workspaces.ts'
import { createRunnerCalls } from '@podium/engines/kubernetes/runner-calls.ts'
import { createMemoryAttempts } from '@podium/engines/kubernetes/testing/memory-attempts.ts'
import { plainSpec } from '@podium/engines/testing/plain-spec.ts'
import { createMemoryStore } from '@podium/storage/memory.ts'
import { pino } from 'pino'
import { beforeAll, expect, test } from 'vitest'
import { objectSource } from '../start/object-source.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'

let server: TestApp
const attempts = createMemoryAttempts()
const lines: string[] = []
beforeAll(async () => {
  const sink = new Writable({
    write(line, _encoding, done) {
      lines.push(String(line))
      done()
    },
  })
  const objects = objectSource(createMemoryStore())
  const runner = createRunnerCalls({ attempts, objects, unpackLimit: 10 })
  server = await createTestApp({ runner, log: pino({ level: 'info' }, sink) })
  return () => server.close()
})

test('logs people’s calls, and those of probes only if they are refused', async () => {
  const watcher = server.as('anonymous')
  for (const route of [readHealth, readReadiness, readVersions]) await watcher.call(route)
  await server.as('admin').call(listWorkspaces)
  server.deps.engine.disk = () => Promise.reject(new Error('gone'))
  await watcher.ask(readReadiness)
  expect(logged()).toEqual(['/api/v1/workspaces 200', '/api/v1/readyz 503'])
})

test('logs the frequent calls of pods only if they are refused', async () => {
  lines.length = 0
  const spec = plainSpec()
  await attempts.open(spec)
  const headers = { host: 'localhost', authorization: `Bearer ${await attempts.makeToken(spec)}` }
  await server.app.inject({ url: '/api/v1/runner/received', headers })
  await server.app.inject({ url: '/api/v1/runner/nothing', headers })
  expect(logged()).toEqual(['/api/v1/runner/nothing 404'])
})

function logged(): string[] {
  const calls = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'call')
  return calls.map(({ path, status }) => `${path} ${status}`)
}
