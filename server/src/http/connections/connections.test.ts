import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { waitFor } from '@podium/database/testing/wait-for.ts'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { limitConnections } from './connections.ts'

const MAX = 4
const [BUSY, ELSEWHERE, THIRD, PROXY] = ['127.0.0.2', '127.0.0.3', '127.0.0.4', '127.0.0.9']

let app: FastifyInstance
/** Ends the calls in progress. */
let answer: () => void
const opened: Socket[] = []

beforeEach(async () => {
  app = Fastify({ trustProxy: [PROXY], forceCloseConnections: true })
  limitConnections(app, MAX)
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  app.get('/at-once', async () => 'done')
  app.get('/later', () => answered.then(() => 'done'))
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
  opened.push(socket)
  await arrived
  return socket
}

/** Makes a request on a connection, and waits until the server handles it. */
async function ask(socket: Socket, path: string, client: string): Promise<void> {
  const at = once(app.server, 'request')
  socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\nx-forwarded-for: ${client}\r\n\r\n`)
  const [, response] = await at
  if (path === '/at-once') await once(response, 'close')
}

const statusOf = async (socket: Socket) => String((await once(socket, 'data'))[0]).split('\r\n', 1)[0]
const closed = (socket: Socket) => waitFor(() => expect(socket.resume().closed).toBe(true))
const states = (sockets: Socket[]) => sockets.map((socket) => !socket.resume().closed)

test('refuses the connection of a client that has half of all, and lets others in', async () => {
  const load = [await open(BUSY), await open(BUSY)]
  await closed(await open(BUSY))
  const others = [await open(ELSEWHERE), await open(ELSEWHERE)]
  expect(states([...load, ...others])).toEqual([true, true, true, true])
})

test('closes the connection that is idle for longest when all are taken', async () => {
  const [first, second] = [await open(BUSY), await open(BUSY)]
  const calling = await open(ELSEWHERE)
  await ask(calling, '/later', '')
  await open(ELSEWHERE)
  await ask(first, '/at-once', '')
  const third = await open(THIRD)
  await closed(second)
  await ask(third, '/at-once', '')
  expect(states([first, calling, third])).toEqual([true, true, true])
})

test('refuses a connection while each of all has a call in progress', async () => {
  const calling: Socket[] = []
  for (const client of [BUSY, BUSY, ELSEWHERE, ELSEWHERE]) {
    const socket = await open(client)
    await ask(socket, '/later', '')
    calling.push(socket)
  }
  await closed(await open(THIRD))
  expect(states(calling)).toEqual([true, true, true, true])
})

test('lets a client in again when one of its connections has closed', async () => {
  const [first] = [await open(BUSY), await open(BUSY)]
  const gone = once(first, 'close')
  first.end()
  await gone
  const next = await open(BUSY)
  await ask(next, '/at-once', '')
  expect(states([next])).toEqual([true])
})

test('answers 503 to the call of a client that has half of all connections through a proxy', async () => {
  const [first, second] = [await open(PROXY), await open(PROXY)]
  await ask(first, '/later', '192.0.2.1')
  await ask(second, '/later', '192.0.2.1')
  const next = await open(PROXY)
  const status = statusOf(next)
  await ask(next, '/at-once', '192.0.2.1')
  expect(await status).toBe('HTTP/1.1 503 Service Unavailable')
  await ask(next, '/at-once', '192.0.2.2')
  expect(states([first, second, next])).toEqual([true, true, true])
})

test('counts a proxy’s connection for nobody between two calls', async () => {
  const proxied: Socket[] = []
  for (let nth = 0; nth < MAX; nth += 1) {
    const socket = await open(PROXY)
    await ask(socket, '/at-once', '192.0.2.1')
    proxied.push(socket)
  }
  expect(states(proxied)).toEqual([true, true, true, true])
})

test('closes a server despite connections without any request', async () => {
  const closing = Fastify({ forceCloseConnections: 'idle' })
  limitConnections(closing)
  await closing.listen({ host: '127.0.0.1', port: 0 })
  const arrived = once(closing.server, 'connection')
  const socket = connect((closing.server.address() as AddressInfo).port, '127.0.0.1')
  opened.push(socket.on('error', () => undefined).resume())
  await arrived
  await closing.close()
})
