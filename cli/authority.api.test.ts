// @module-tag openssl
import { execFile, execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildProgram } from '@podium/server/testing/build-program.ts'
import { createTestApp, type TestApp } from '@podium/server/testing/test-app.ts'
import { beforeAll, expect, test } from 'vitest'

const PROGRAM = await buildProgram('cli/podium.ts')

let podium: TestApp
let server: Server
let folder: string
const inFolder = (name: string) => join(folder, name)
const openssl = (...words: string[]) => execFileSync('openssl', words, { cwd: folder, stdio: 'pipe' })

/** Serves the API over TLS, with a certificate signed by its own authority. */
beforeAll(async () => {
  podium = await createTestApp()
  await podium.app.ready()
  folder = await mkdtemp(join(tmpdir(), 'podium-tls-'))
  const key = ['-newkey', 'rsa:2048', '-nodes', '-days', '1']
  openssl('req', '-x509', ...key, '-subj', '/CN=Own Authority', '-keyout', 'ca.key', '-out', 'ca.pem')
  openssl('req', ...key.slice(0, 3), '-subj', '/CN=localhost', '-keyout', 'server.key', '-out', 'server.csr')
  await writeFile(inFolder('names'), 'subjectAltName=IP:127.0.0.1\n')
  const signing = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-days', '1']
  openssl('x509', '-req', '-in', 'server.csr', ...signing, '-extfile', 'names', '-out', 'server.pem')
  const [own, cert] = await Promise.all(['server.key', 'server.pem'].map((name) => readFile(inFolder(name))))
  server = createServer({ key: own, cert }, podium.app.routing).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return async () => {
    server.closeAllConnections()
    server.close()
    await podium.close()
    await rm(folder, { recursive: true })
  }
})

interface Ended {
  code: number
  stdout: string
  stderr: string
}

/** Runs the command as a person would, on a machine that does not trust the authority. */
function run(words: string[], input = ''): Promise<Ended> {
  const { port } = server.address() as AddressInfo
  return new Promise((resolve) => {
    const env = {
      PATH: process.env.PATH,
      XDG_CONFIG_HOME: folder,
      PODIUM_HOME: inFolder('no-home'),
      PODIUM_URL: `https://127.0.0.1:${port}`,
      ...(words[0] !== 'login' && { PODIUM_TOKEN: podium.people.tokens.developer }),
    }
    const child = execFile(process.execPath, [PROGRAM, ...words], { env }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    )
    child.stdin?.end(input)
  })
}

test.each([
  ['a call', ['runs', '--workspace', 'first-ws'], ''],
  ['a sign-in', ['login', '--id', 'ana'], 'a-password\n'],
])('says after %s to a server of an unknown authority how to trust it', async (_, words, input) => {
  const { code, stderr } = await run(words, input)
  expect([code, stderr]).toEqual([1, expect.stringContaining('is signed by an unknown authority')])
  expect(stderr).toContain('--ca FILE')
})

test("works with the certificate of the authority, and exits with the command's code", async () => {
  const ca = ['--ca', inFolder('ca.pem')]
  expect(await run(['runs', '--workspace', 'first-ws', '--json', ...ca])).toEqual({
    code: 0,
    stdout: '[]\n',
    stderr: '',
  })
  const refused = await run(['login', '--id', 'ana', ...ca], 'a-password\n')
  expect(refused).toEqual({ code: 1, stdout: '', stderr: 'Invalid ID or PW\n' })
  const wrong = await run(['runs', '--ca', inFolder('server.key')])
  expect([wrong.code, wrong.stderr]).toEqual([
    1,
    expect.stringContaining('contains no certificate in PEM form'),
  ])
})
