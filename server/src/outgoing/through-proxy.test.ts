// @module-tag openssl
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer as createPlain, type RequestListener } from 'node:http'
import { createServer as createEncrypted } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { startTestProxy } from '@podium/contract/testing/test-proxy.ts'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { makeCertificates } from '../testing/certificates.ts'
import { createFetch, postThrough } from './through-proxy.ts'

const echo: RequestListener = async (request, answer) => {
  const body = await text(request)
  answer
    .writeHead(body === 'no' ? 500 : 202, { 'content-type': 'text/plain' })
    .end(`${request.headers.host} ${body}`)
}

let pair: { key: Buffer; cert: Buffer }
beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'podium-proxy-'))
  await makeCertificates(folder)
  const [key, cert] = await Promise.all(['key', 'pem'].map((end) => readFile(join(folder, `server.${end}`))))
  if (key && cert) pair = { key, cert }
  // no test can make this process trust an authority, and the proxy code does not depend on it
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
  return async () => {
    vi.unstubAllEnvs()
    await rm(folder, { recursive: true })
  }
})

/** A proxy in front of a local service that has another name elsewhere. */
async function behindProxy(service: ReturnType<typeof createPlain>) {
  await once(service.listen(0, '127.0.0.1'), 'listening')
  const proxy = await startTestProxy((service.address() as AddressInfo).port)
  onTestFinished(async () => {
    service.closeAllConnections()
    service.close()
    await proxy.stop()
  })
  return proxy
}

test('sends a message through a tunnel of the proxy, and the password to the proxy only', async () => {
  const proxy = await behindProxy(createEncrypted(pair, echo))
  const url = new URL('https://hooks.example.test/hook?key=1')
  const post = (body: string) => postThrough(new URL(proxy.url), url, { headers: { 'x-a': 'b' }, body })
  expect(await post('ü')).toBe(202)
  expect(await post('no')).toBe(500)
  expect(proxy.asked).toEqual(['CONNECT hooks.example.test:443', 'CONNECT hooks.example.test:443'])
})

test('asks a provider through the proxy, by http without a tunnel, and directly if NO_PROXY names it', async () => {
  const plain = await behindProxy(createPlain(echo))
  const encrypted = await behindProxy(createEncrypted(pair, echo))
  const ask = createFetch({ http: plain.url, https: encrypted.url, none: '.inside.example.test' })
  const body = new URLSearchParams({ code: 'x' })
  const answer = await ask('http://id.example.test/token', { method: 'POST', body })
  expect([answer.status, await answer.text()]).toEqual([202, 'id.example.test code=x'])
  expect(await (await ask(new URL('https://id.example.test:8443/keys'))).text()).toBe('id.example.test:8443 ')
  expect(plain.asked).toEqual(['POST http://id.example.test/token'])
  expect(encrypted.asked).toEqual(['CONNECT id.example.test:8443'])
  await expect(ask('https://id.inside.example.test/')).rejects.toThrow()
  expect(encrypted.asked).toHaveLength(1)
})

test('reports a refusal of the proxy without a password', async () => {
  const proxy = await behindProxy(createPlain(echo))
  const url = proxy.url.replace('pass%20word', 'wrong')
  const sending = postThrough(new URL(url), new URL('https://hooks.example.test/'), { headers: {}, body: '' })
  await expect(sending).rejects.toThrow('407')
  await expect(sending).rejects.not.toThrow('wrong')
})
