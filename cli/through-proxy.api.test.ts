import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startTestProxy, type TestProxy } from '@podium/contract/testing/test-proxy.ts'
import { buildProgram } from '@podium/server/testing/build-program.ts'
import { createTestApp, type TestApp } from '@podium/server/testing/test-app.ts'
import { beforeAll, expect, test } from 'vitest'

const PROGRAM = await buildProgram('cli/podium.ts')

let podium: TestApp
let proxy: TestProxy
let folder: string

beforeAll(async () => {
  podium = await createTestApp({ env: { PODIUM_ALLOWED_HOSTS: 'podium.example.test' } })
  await podium.app.ready()
  folder = await mkdtemp(join(tmpdir(), 'podium-proxy-'))
  const server = createServer(podium.app.routing).listen(0, '127.0.0.1')
  await once(server, 'listening')
  proxy = await startTestProxy((server.address() as AddressInfo).port)
  return async () => {
    await proxy.stop()
    server.closeAllConnections()
    server.close()
    await podium.close()
    await rm(folder, { recursive: true })
  }
})

/** The environment of a machine that can reach the server only through the proxy. */
const machine = (env: Record<string, string>) => ({
  PATH: process.env.PATH,
  XDG_CONFIG_HOME: folder,
  PODIUM_HOME: join(folder, 'no-home'),
  PODIUM_URL: 'http://podium.example.test',
  PODIUM_TOKEN: podium.people.tokens.developer,
  ...env,
})
const WORDS = [PROGRAM, 'runs', '--workspace', 'first-ws', '--json']

test('reaches the server through the proxy of the environment', async () => {
  const env = machine({ http_proxy: proxy.url })
  const { stdout, stderr } = await promisify(execFile)(process.execPath, WORDS, { env })
  expect([JSON.parse(stdout), stderr]).toEqual([expect.anything(), ''])
  expect(proxy.asked[0]).toMatch(/^GET http:\/\/podium\.example\.test\/api\/v1\//)
})

test.each(['http', 'https'])('reports a password that the proxy refuses at once, for %s', async (scheme) => {
  const url = proxy.url.replace('pass%20word', 'wrong')
  const env = machine({ PODIUM_URL: `${scheme}://podium.example.test`, HTTPS_PROXY: url, HTTP_PROXY: url })
  const { code, stderr } = await promisify(execFile)(process.execPath, WORDS, { env }).catch((error) => error)
  expect([code, stderr]).toEqual([1, 'A proxy on the way to Podium wants a sign-in of its own (407).\n'])
})

test('names a proxy that is missing, without its password', async () => {
  const [url, address] = ['http://kim:wrong@127.0.0.1:1', 'http://podium.example.test']
  const env = machine({ HTTP_PROXY: url })
  const child = spawn(process.execPath, WORDS, { env, stdio: ['ignore', 'ignore', 'pipe'] })
  // It then keeps waiting for the server.
  const [said] = await once(child.stderr, 'data')
  child.kill()
  expect(String(said)).toContain(
    `The server at ${address} does not answer through the proxy ${new URL(url).host}`,
  )
  expect(String(said)).not.toContain('wrong')
})
