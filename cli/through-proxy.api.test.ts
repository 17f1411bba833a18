import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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

/** The command on a machine that reaches the server only through the proxy. */
function run(words: string[], env: Record<string, string>): Promise<{ stdout: string; stderr: string }> {
  const own = {
    PATH: process.env.PATH,
    XDG_CONFIG_HOME: folder,
    PODIUM_HOME: join(folder, 'no-home'),
    PODIUM_URL: 'http://podium.example.test',
    PODIUM_TOKEN: podium.people.tokens.developer,
  }
  return new Promise((resolve) => {
    execFile(process.execPath, [PROGRAM, ...words], { env: { ...own, ...env } }, (_, stdout, stderr) =>
      resolve({ stdout, stderr }),
    )
  })
}

test('a command reaches the server through the proxy of its environment', async () => {
  const { stdout, stderr } = await run(['runs', '--workspace', 'first-ws', '--json'], {
    http_proxy: proxy.url,
  })
  expect([JSON.parse(stdout), stderr]).toEqual([expect.anything(), ''])
  expect(proxy.asked[0]).toMatch(/^GET http:\/\/podium\.example\.test\/api\/v1\//)
})

test('a server that no proxy reaches is told with the proxy, and without its password', async () => {
  const refused = proxy.url.replace('pass%20word', 'wrong')
  for (const [address, url] of [
    ['https://podium.example.test', refused],
    ['http://podium.example.test', 'http://kim:wrong@127.0.0.1:1'],
  ] as const) {
    const env = { PODIUM_URL: address, HTTPS_PROXY: url, HTTP_PROXY: url }
    const { stderr } = await run(['runs', '--workspace', 'first-ws'], env)
    expect(stderr).toContain(
      `The server at ${address} does not answer through the proxy ${new URL(url).host}`,
    )
    expect(stderr).not.toContain('wrong')
  }
})
