import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { startTestProxy } from '@podium/contract/testing/test-proxy.ts'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { createOutgoing, NotPermitted } from './outgoing.ts'
import { signatureOf } from './signature.ts'

const LOOPBACK = ['127.0.0.0/8', '::1']

let server: Server
const heard: string[] = []
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

/** @param status the answer; a redirect leads to another path of the same server */
async function listen(status: number): Promise<URL> {
  heard.length = 0
  server = createServer(async (request, response) => {
    heard.push(`${request.method} ${request.url} ${request.headers['content-type']} ${await text(request)}`)
    response.writeHead(status, { location: '/elsewhere' }).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?key=1`)
}

const message = { headers: { 'content-type': 'text/plain' }, body: 'ü' }

test('posts a body to an allowed network and returns the status', async () => {
  const url = await listen(204)
  expect(await createOutgoing(LOOPBACK).post(url, message)).toBe(204)
  expect(heard).toEqual(['POST /hook?key=1 text/plain ü'])
})

test('follows no redirect', async () => {
  const url = await listen(307)
  expect(await createOutgoing(LOOPBACK).post(url, message)).toBe(307)
  expect(heard).toHaveLength(1)
})

test('refuses internal addresses before sending anything, by number or by name, without naming the path', async () => {
  const url = await listen(204)
  const byName = new URL(url)
  byName.hostname = 'localhost'
  for (const refused of [url, byName]) {
    const sending = createOutgoing([]).post(refused, message)
    await expect(sending).rejects.toThrow(NotPermitted)
    await expect(sending).rejects.not.toThrow('key=1')
  }
  await expect(createOutgoing([]).post(new URL('http://[::1]:9/'), message)).rejects.toThrow(NotPermitted)
  expect(heard).toEqual([])
})

test('connects to an allowed name at the address that was checked', async () => {
  const url = await listen(200)
  url.hostname = 'localhost'
  expect(await createOutgoing(LOOPBACK).post(url, message)).toBe(200)
})

test('sends nothing more after an abort', async () => {
  const url = await listen(200)
  const sending = createOutgoing(LOOPBACK).post(url, { ...message, signal: AbortSignal.abort() })
  await expect(sending).rejects.toThrow('aborted')
})

test('signs the time and the body with an HMAC', () => {
  const code = createHmac('sha256', 'copper heron').update('1795500000.ü').digest('hex')
  expect(signatureOf('copper heron', 'ü', 1_795_500_000)).toBe(`t=1795500000,v1=${code}`)
})

test('sends only https to names through a proxy', async () => {
  const url = await listen(204)
  const proxy = await startTestProxy(Number(url.port))
  onTestFinished(() => proxy.stop())
  const outgoing = createOutgoing(LOOPBACK, {
    http: proxy.url,
    https: proxy.url,
    none: 'inside.example.test',
  })
  for (const refused of ['http://hooks.example.test/', 'https://203.0.113.7/', 'https://[2001:db8::7]/']) {
    const target = new URL(refused)
    await expect(outgoing.check(target)).rejects.toThrow('through a proxy only https to a name is sent')
    await expect(outgoing.post(target, message)).rejects.toThrow(NotPermitted)
  }
  expect(proxy.asked).toEqual([])
  const target = new URL('https://hooks.example.test/hook?key=1')
  await outgoing.check(target)
  // the server there speaks no TLS
  await expect(outgoing.post(target, message)).rejects.not.toThrow(NotPermitted)
  expect(proxy.asked).toEqual(['CONNECT hooks.example.test:443'])
  expect(await outgoing.post(url, message)).toBe(204)
})
