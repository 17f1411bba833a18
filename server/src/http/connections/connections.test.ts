import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { waitFor } from '@podium/database/testing/wait-for.ts'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Caller } from '../call.ts'
import { shareConnections } from './connections.ts'

const MOST = 4
const [BUSY, ELSEWHERE, THIRD, PROXY] = ['127.0.0.2', '127.0.0.3', '127.0.0.4', '127.0.0.9']

let app: FastifyInstance
/** Ends the calls in progress. */
let answer: () => void
const opened: Socket[] = []

/** A server behind a proxy that trusts a client's claim to be signed in. */
beforeEach(async () => {
  app = Fastify({ trustProxy: [PROXY], forceCloseConnections: true })
  shareConnections(app, MOST)
  app.decorateRequest('caller', null)
  app.addHook('onRequest', async (request) => {
    if (request.headers.authorization) request.caller = {} as Caller
  })
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  app.get('/at-once', async () => 'done')
  app.get('/later', () => answered.then(() => 'done'))
  app.get('/events', { config: { podium: { transport: 'events' } as never } }, () =>
    answered.then(() => 'done'),
  )
  await app.listen({ host: '127.0.0.1', port: 0 })
})
afterEach(async () => {
  answer()
  for (const socket of opened.splice(0)) socket.destroy()
  await app.close()
})

async function open(localAddress: string): Promise<Socket> {
  const { port } = app.server.address() as AddressInfo
  const arrived = once(app.server, 'connection')
  const socket = connect({ host: '127.0.0.1', port, localAddress }).on('error', () => undefined)
  opened.push(socket.resume())
  await arrived
  return socket
}

interface Asked {
  path: string
  signedIn?: boolean
  for?: string
}

/** Makes a request on a connection, and waits until the server handles it. */
async function ask(socket: Socket, { path, signedIn = false, for: client }: Asked): Promise<void> {
  const at = once(app.server, 'request')
  const lines = [
    `GET ${path} HTTP/1.1`,
    'host: localhost',
    ...(signedIn ? ['authorization: x'] : []),
    ...(client ? [`x-forwarded-for: ${client}`] : []),
  ]
  socket.write(`${lines.join('\r\n')}\r\n\r\n`)
  const [, response] = await at
  if (path === '/at-once') await once(response, 'close')
}

const closed = (socket: Socket) => waitFor(() => expect(socket.closed).toBe(true))
const states = (sockets: Socket[]) => sockets.map((socket) => !socket.closed)

test('evicts the longest idle connection of the client with the most when all are taken', async () => {
  const load = [await open(BUSY), await open(BUSY), await open(BUSY)]
  const other = await open(ELSEWHERE)
  await ask(load[0] as Socket, { path: '/at-once' })
  const next = await open(ELSEWHERE)
  await closed(load[1] as Socket)
  await ask(next, { path: '/at-once' })
  expect(states([...load, other, next])).toEqual([true, false, true, true, true])
})

test('evicts a connection of the same client if it has taken all', async () => {
  const load = await Promise.all(Array.from({ length: MOST }, () => open(BUSY)))
  const next = await open(BUSY)
  await waitFor(() => expect(states(load).filter(Boolean)).toHaveLength(MOST - 1))
  expect(states([next])).toEqual([true])
})

test('evicts idle connections first, then strangers’ calls, then streams, and keeps calls of signed-in clients', async () => {
  const [idle, stranger, stream, upload] = [
    await open(BUSY),
    await open(BUSY),
    await open(BUSY),
    await open(BUSY),
  ]
  await ask(upload, { path: '/later', signedIn: true })
  await ask(stream, { path: '/events', signedIn: true })
  await ask(stranger, { path: '/later' })
  const busy: Socket[] = []
  for (const [evicted, address] of [
    [idle, ELSEWHERE],
    [stranger, ELSEWHERE],
    [stream, THIRD],
  ] as const) {
    const next = await open(address)
    await closed(evicted)
    await ask(next, { path: '/later', signedIn: true })
    busy.push(next)
  }
  await closed(await open(BUSY))
  expect(states([upload, ...busy])).toEqual([true, true, true, true])
})

test.each([
  ['of its own', BUSY, {}],
  ['through a proxy', PROXY, { for: '192.0.2.1' }],
])('evicts the oldest call of a signed-in client that has more than half, %s', async (_, from, via) => {
  const load: Socket[] = []
  for (let nth = 0; nth < MOST; nth += 1) {
    const socket = await open(from)
    await ask(socket, { path: '/later', signedIn: true, ...via })
    load.push(socket)
  }
  const others: Socket[] = []
  for (const evicted of load.slice(0, MOST / 2)) {
    const next = await open(ELSEWHERE)
    await closed(evicted)
    await ask(next, { path: '/later', signedIn: true })
    others.push(next)
  }
  await closed(await open(THIRD))
  expect(states([...load, ...others])).toEqual([false, false, true, true, true, true])
})

test('keeps a proxy’s idle connection, and counts its calls for the client it forwards', async () => {
  const proxied = [await open(PROXY), await open(PROXY), await open(PROXY)]
  const [idle, first, second] = proxied as [Socket, Socket, Socket]
  await ask(idle, { path: '/at-once', for: '192.0.2.1' })
  await ask(first, { path: '/later', for: '192.0.2.1' })
  await ask(second, { path: '/later', for: '192.0.2.1' })
  const direct = await open(ELSEWHERE)
  await open(ELSEWHERE)
  await closed(first)
  expect(states([idle, second, direct])).toEqual([true, true, true])
})

test('closes a server despite connections without any request', async () => {
  const closing = Fastify({ forceCloseConnections: 'idle' })
  shareConnections(closing)
  await closing.listen({ host: '127.0.0.1', port: 0 })
  const arrived = once(closing.server, 'connection')
  const socket = connect((closing.server.address() as AddressInfo).port, '127.0.0.1')
  opened.push(socket.on('error', () => undefined).resume())
  await arrived
  await closing.close()
})
