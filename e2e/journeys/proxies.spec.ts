import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { networkInterfaces } from 'node:os'
import { text } from 'node:stream/consumers'
import { expect, type Page } from '@playwright/test'
import { login } from '@podium/contract/calls/auth.ts'
import { readArtifact } from '@podium/contract/calls/run-files.ts'
import type { RunInfo } from '@podium/contract/calls/runs.ts'
import { listRefusedSignIns } from '@podium/contract/calls/sign-in.ts'
import { addressOf } from '@podium/contract/wire/call.ts'
import { freePort } from '../../scripts/free-ports.mjs'
import {
  ARTIFACT,
  chooseFolder,
  followToItsEnd,
  lookAtArtifact,
  openLiveLog,
  type Proxied,
  prepare,
  signOutAndReturn,
  TABLE,
  uploadFolder,
} from '../fixtures/proxied-console.ts'
import { MODES, PROGRAMS, type RunningProxy, startProxy } from '../fixtures/proxies.ts'
import { admin, asAdmin } from '../fixtures/seed.ts'
import { type PodiumServer, startPodium } from '../fixtures/server.ts'
import { test } from '../fixtures/shared-server.ts'
import { signInAt } from '../fixtures/sign-in.ts'
import { watch } from '../fixtures/watch.ts'

const [HOST = ''] = MODES
const LARGE = randomBytes(20_000_000)
/** The messages in the browser's console while its server is away. */
const AWAY = /Failed to load resource|NotFetched: The server cannot be reached/
/** A non-loopback address of this machine, as clients have, because guesses from loopback are not limited. */
const CLIENT = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .find(({ family, internal }) => family === 'IPv4' && !internal)?.address

let proxy: RunningProxy | undefined
let server: PodiumServer
let proxied: Proxied

test.use({ ignoreHTTPSErrors: true })
test.describe.configure({ mode: 'parallel' })
test.afterEach(async () => {
  if (proxy === undefined) return
  await proxy.stop()
  await server.stop()
})

for (const program of Object.keys(PROGRAMS))
  test.describe(`works behind ${program}`, { tag: ['@long', '@openssl', `@${program}`] }, () => {
    for (const mode of MODES)
      test(`lets a person follow a run, upload, download and sign out ${mode}`, async ({ page }) => {
        await start(program, mode)
        const { address } = proxied
        const strayed = strayedFrom(page, address)
        const faults = watch(page)
        await signInAt(page, address, admin)
        const run = await openLiveLog(page, proxied)
        await test.step('waits while the server is away, and goes on', () => restart(page, run))
        await test.step('shows the log of a run as it is written', () => followToItsEnd(page, proxied, run))
        await test.step('shows and downloads an artifact', () => lookAtArtifact(page))
        await test.step('downloads a part of it', () => downloadPart(page, run))
        await test.step('uploads a folder', () => uploadFolder(page, { 'large.bin': LARGE }))
        await test.step('logs a person out and in again', () => signOutAndReturn(page, address))
        expect(strayed).toEqual([])
        expect(faults.filter((fault) => !AWAY.test(fault))).toEqual([])
      })

    test('knows which client guesses passwords, and limits it', async () => {
      if (CLIENT === undefined)
        throw new Error('Give this machine an address beside loopback, which is not limited.')
      await start(program, HOST)
      expect(await guess(admin.id)).toContain('USER.LOGIN.001')
      await expect.poll(refusedClients).toEqual([CLIENT])
      for (let tens = 0; tens < 10; tens += 1)
        await Promise.all(Array.from({ length: 10 }, (_, one) => guess(`stranger-${tens}-${one}`)))
      // One guess per second still passes.
      await expect
        .poll(() => Promise.all(['one', 'another'].map(guess)).then(String))
        .toContain('USER.LOGIN.004')
    })
  })

test('says which setting an upload needs that is too large for nginx by default', {
  tag: ['@long', '@openssl', '@nginx'],
}, async ({ page }) => {
  await start('nginx', HOST, /^ *client_max_body_size .*\n/m)
  await signInAt(page, proxied.address, admin)
  await chooseFolder(page, { 'large.bin': LARGE })
  await expect(page.getByText(/Something before Podium refused 19\.1 MiB as too large \(413\)/)).toBeVisible()
  await expect(page.getByText(/client_max_body_size/)).toBeVisible()
})

/** Starts a server behind a program, at whose address people reach it. */
async function start(program: string, mode: string, without?: RegExp) {
  const [port, ownPort] = [await freePort(), await freePort()]
  const address = `https://localhost:${port}${mode === HOST ? '' : '/podium'}`
  proxy = await startProxy(program, { mode, port, target: `http://127.0.0.1:${ownPort}`, without })
  server = await startServer(ownPort, address)
  proxied = await prepare(address, server)
}

function startServer(port: number, address: string, home?: string): Promise<PodiumServer> {
  const env = { ...asAdmin.env, PODIUM_PUBLIC_URL: address, PODIUM_TRUSTED_PROXIES: '127.0.0.1' }
  return startPodium({ home, port, env })
}

/** Stops the server while a log is open, and restarts it while another page waits for it. */
async function restart(page: Page, run: RunInfo) {
  await server.stop()
  await expect(page.getByText(/connection lost/i).first()).toBeVisible()
  await page.getByRole('link', { name: 'Data sets' }).click()
  await expect(page.getByText(/The server cannot be reached/)).toBeVisible()
  server = await startServer(Number(new URL(server.address).port), proxied.address, server.home)
  await expect(page.getByText(/The server cannot be reached/)).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Data sets', level: 1 })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: run.name })).toBeVisible()
}

/** Downloads a part of the artifact, as a resumed download does. */
async function downloadPart(page: Page, { id }: RunInfo) {
  const at = proxied.address + addressOf(readArtifact, { params: { id, path: ARTIFACT } })
  const answer = await page.request.get(at, { headers: { range: 'bytes=6-13' } })
  expect(answer.status()).toBe(206)
  expect(answer.headers()['content-range']).toBe(`bytes 6-13/${TABLE.length}`)
  expect(await answer.text()).toBe('turnover')
}

/** Tries a wrong password from a client's address, through the proxy. */
async function guess(login_id: string): Promise<string> {
  const { origin, pathname } = new URL(`${proxied.address}${login.path}`)
  const sent = request(`${origin}${pathname}`, {
    method: 'POST',
    family: 4,
    localAddress: CLIENT,
    ca: proxy?.ca,
    agent: false,
  })
  sent.end(JSON.stringify({ login_id, login_pw: 'not the password' }))
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  return text(answer)
}

/** Returns the addresses of refused sign-ins, as an administrator sees them. */
async function refusedClients(): Promise<string[]> {
  const { logins } = await proxied.api.get<{ logins: { address: string }[] }>(listRefusedSignIns.path)
  return logins.map(({ address }) => address)
}

/** Records the addresses that the page requests outside Podium's path. */
function strayedFrom(page: Page, address: string): string[] {
  const strayed: string[] = []
  page.on('request', (asked) => {
    const url = asked.url()
    if (url.startsWith('http') && !url.startsWith(`${address}/`)) strayed.push(url)
  })
  return strayed
}
