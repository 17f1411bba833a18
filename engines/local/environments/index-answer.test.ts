import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { askIndex } from './index-answer.ts'

const WITHOUT_PROXY = { http: null, https: null, none: null }
const STRAIGHT = { proxy: WITHOUT_PROXY, authority: null }

const servers: Server[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
})

async function serve(listener: RequestListener): Promise<{ server: Server; host: string }> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  servers.push(server)
  await once(server, 'listening')
  return { server, host: `127.0.0.1:${(server.address() as AddressInfo).port}` }
}

/** Starts an index that gives the same answer at every address. */
function answering(status: number, headers: Record<string, string>, body = ''): Promise<{ host: string }> {
  return serve((_, response) => {
    response.writeHead(status, headers)
    response.end(body)
  })
}

const HTML = { 'content-type': 'text/html; charset=utf-8' }

test.each([
  [
    'the page of a package',
    200,
    HTML,
    '<a href="../../files/line_a-1.0.tar.gz#sha256=00">line_a-1.0.tar.gz</a>',
    'simple',
  ],
  ['an index without files', 200, HTML, '<title>Links for line-a</title>', 'simple'],
  ['an index in JSON', 200, { 'content-type': 'application/vnd.pypi.simple.v1+json' }, '{}', 'simple'],
  ['other JSON', 200, { 'content-type': 'application/json' }, '{"ok": true}', 'json'],
  ['a sign-in page', 200, HTML, '<title>Sign in</title><form action="/login">', 'html'],
  ['a refusal', 401, HTML, 'no', 'html'],
  ['text', 200, { 'content-type': 'text/plain' }, 'hello', 'none'],
])('distinguishes %s', async (_, status, headers, body, kind) => {
  const { host } = await answering(status, headers, body)
  const address = `http://${host}/simple`
  expect(await askIndex(address, 'line-a', STRAIGHT)).toEqual({ address, from: 'setting', status, kind })
})

test('asks for the page of the package with the credentials, which its result omits', async () => {
  const seen: unknown[] = []
  const { host } = await serve(({ url, headers }, response) => {
    seen.push([url, headers.authorization])
    response.end()
  })
  const { address } = await askIndex(`http://reader:p%40ss@${host}/simple/`, 'Line_.A', STRAIGHT)
  await askIndex(`http://token@${host}/simple`, 'line-a', STRAIGHT)
  expect(address).toBe(`http://***@${host}/simple/`)
  const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`
  expect(seen).toEqual([
    ['/simple/line-a/', basic('reader:p@ss')],
    ['/simple/line-a/', basic('token:')],
  ])
})

test('follows three redirects on the same host', async () => {
  const seen: string[] = []
  const { host } = await serve(({ url = '' }, response) => {
    seen.push(url)
    response.writeHead(301, { location: `/again/${seen.length}` })
    response.end()
  })
  expect(await askIndex(`http://${host}/simple`, 'a', STRAIGHT)).toMatchObject({
    status: 301,
    error: `redirects to http://${host}`,
  })
  expect(seen).toEqual(['/simple/a/', '/again/1', '/again/2', '/again/3'])
})

test('follows no redirect to another host', async () => {
  const other = await serve(() => expect.fail('the other host was asked'))
  const { host } = await answering(302, { location: `http://${other.host}/login` })
  expect(await askIndex(`http://reader:pass@${host}/simple`, 'a', STRAIGHT)).toMatchObject({
    status: 302,
    kind: 'none',
    error: `redirects to http://${other.host}`,
  })
})

test('reads no more than 64 KiB', async () => {
  const { server, host } = await serve((_, response) => {
    response.writeHead(200, HTML)
    const more = () => {
      while (!response.destroyed && response.write('x'.repeat(16 * 1024)));
    }
    response.on('drain', more)
    more()
  })
  const closed = new Promise<number>((resolve) => {
    server.once('connection', (socket) => socket.once('close', () => resolve(socket.bytesWritten)))
  })
  expect(await askIndex(`http://${host}/simple`, 'a', STRAIGHT)).toMatchObject({ status: 200, kind: 'html' })
  // kernel buffers of a connection whose reader is gone
  expect(await closed).toBeLessThan(16 * 2 ** 20)
})

test('gives up an index that does not answer in time', async () => {
  const { host } = await serve(() => undefined)
  expect(await askIndex(`http://${host}/simple`, 'a', { ...STRAIGHT, patience_ms: 50 })).toEqual({
    address: `http://${host}/simple`,
    from: 'setting',
    status: null,
    kind: 'none',
    error: 'no answer in time',
  })
})

test('reports why an index cannot be reached', async () => {
  expect(await askIndex('http://127.0.0.1:9/simple', 'a', STRAIGHT)).toMatchObject({ error: 'ECONNREFUSED' })
  expect(await askIndex('packages.example/simple', 'a', STRAIGHT)).toMatchObject({ error: 'ERR_INVALID_URL' })
  expect(
    await askIndex('https://packages.example/simple', 'a', {
      proxy: WITHOUT_PROXY,
      authority: '/none/ca.pem',
    }),
  ).toMatchObject({ error: 'ENOENT' })
})

test('asks an index by http through the proxy', async () => {
  const seen: unknown[] = []
  const { host } = await serve(({ url, headers }, response) => {
    seen.push([url, headers.host, headers['proxy-authorization'] !== undefined])
    response.writeHead(403, HTML)
    response.end()
  })
  const proxy = { http: `http://reader:pass@${host}`, https: null, none: null }
  const answer = await askIndex('http://packages.example/simple', 'a', { proxy, authority: null })
  expect(answer).toMatchObject({ status: 403 })
  expect(seen).toEqual([['http://packages.example/simple/a/', 'packages.example', true]])
})

test('reports the answer of a proxy that blocks everything', async () => {
  const { server, host } = await serve(() => undefined)
  server.on('connect', (_, socket) => void socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n'))
  const proxy = { http: null, https: host, none: null }
  expect(await askIndex('https://packages.example/simple', 'a', { proxy, authority: null })).toMatchObject({
    status: null,
    error: `the proxy ${host} answers 407`,
  })
})

test('opens a tunnel through the proxy to an index by https', async () => {
  const { host: index } = await answering(200, HTML)
  const asked: unknown[] = []
  const { server, host } = await serve(() => undefined)
  server.on('connect', ({ url }, socket) => {
    asked.push(url)
    socket.write('HTTP/1.1 200 Connection Established\r\n\r\n')
    const [name, port] = index.split(':')
    const end = connect(Number(port), name)
    for (const each of [socket, end]) each.on('error', () => undefined)
    socket.pipe(end).pipe(socket)
  })
  const proxy = { http: null, https: `http://${host}`, none: 'example.org' }
  const answer = await askIndex('https://packages.example/simple', 'a', { proxy, authority: null })
  expect(asked).toEqual(['packages.example:443'])
  // the index behind the proxy speaks no TLS
  expect(answer).toMatchObject({ status: null, error: expect.stringMatching(/SSL|TLS|EPROTO/) })
})
