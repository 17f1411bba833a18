import { mkdtemp, readFile, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { readVariable } from '@podium/contract/calls/variables.ts'
import { realClock } from '@podium/contract/wire/clock.ts'
import { createTestApp, type TestApp } from '@podium/server/testing/test-app.ts'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { podium } from '../testing/typed-command.ts'

let server: TestApp
let printed: string[]
let folder: string
beforeAll(async () => {
  server = await createTestApp()
  await server.app.listen({ host: '127.0.0.1', port: 0 })
  folder = await mkdtemp(join(tmpdir(), 'podium-variables-'))
  return async () => {
    await server.close()
    await rm(folder, { recursive: true })
  }
})
beforeEach(() => {
  printed = []
  const { port } = server.app.server.address() as AddressInfo
  vi.stubEnv('PODIUM_URL', `http://127.0.0.1:${port}`)
  vi.stubEnv('PODIUM_TOKEN', server.people.tokens.developer)
  vi.spyOn(console, 'log').mockImplementation((line) => printed.push(line))
})
afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

function typeIn(text: string): void {
  const input = Object.assign(Readable.from([text]), { isTTY: false })
  vi.spyOn(process, 'stdin', 'get').mockReturnValue(input as typeof process.stdin)
}

const read = (name: string) =>
  server.as('member').call(readVariable, { params: { id: server.people.first.id, name } })

test('sets, lists, exports and deletes variables, and reads a secret only from standard input', async () => {
  await podium('variables', ['set', 'DB_HOST=db=example'], { workspace: 'first-ws' })
  expect((await read('DB_HOST')).value).toBe('db=example')
  typeIn('two\nlines\n')
  await podium('variables', ['set', 'KEY'], { workspace: 'first-ws', secret: true, environment: true })
  expect(await read('KEY')).toMatchObject({ secret: true, in_environment: true })
  await expect(podium('variables', ['set', 'KEY=typed'], { workspace: 'first-ws' })).rejects.toThrow(
    'KEY is a secret. Give only its name: the command then asks for the value, or reads it from standard input.',
  )
  await podium('variables', [], { workspace: 'first-ws' })
  const list = printed.join('\n')
  expect(list).toMatch(/DB_HOST +variable +db=example +all solutions/)
  expect(list).not.toContain('lines')
  const file = join(folder, 'variables.json')
  await podium('variables', ['export'], { workspace: 'first-ws', output: file })
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({
    variables: [
      { name: 'DB_HOST', secret: false, value: 'db=example', solutions: [] },
      { name: 'KEY', secret: true, in_environment: true, solutions: [] },
    ],
  })
  await podium('variables', ['delete', 'KEY'], { workspace: 'first-ws' })
  await expect(read('KEY')).rejects.toThrow('404')
  await expect(podium('variables', ['show'])).rejects.toThrow("There is no 'podium variables show'.")
})

test('keeps a secret secret that is set again when the server could not say that it is one', async () => {
  typeIn('the first value')
  await podium('variables', ['set', 'AGAIN'], { workspace: 'first-ws', secret: true })
  let now = 0
  vi.spyOn(realClock, 'now').mockImplementation(() => now)
  vi.spyOn(realClock, 'pause').mockImplementation(async (milliseconds) => {
    now += milliseconds
  })
  const ask = globalThis.fetch
  vi.spyOn(globalThis, 'fetch').mockImplementation((url, init) =>
    init?.method === 'GET' && String(url).endsWith('/variables/AGAIN')
      ? Promise.resolve(
          Response.json(
            { detail: 'The database is away.' },
            { status: 503, headers: { 'retry-after': '3' } },
          ),
        )
      : ask(url, init),
  )
  typeIn('the second value')
  await podium('variables', ['set', 'AGAIN'], { workspace: 'first-ws' })
  expect(await read('AGAIN')).toMatchObject({ secret: true, revision: 2 })
  expect((await read('AGAIN')).value).toBeUndefined()
})
