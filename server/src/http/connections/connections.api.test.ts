import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { promisify } from 'node:util'
import { waitFor } from '@podium/database/testing/wait-for.ts'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'

const [BUSY, ELSEWHERE] = ['127.0.0.2', '127.0.0.3']

let server: TestApp
beforeAll(async () => {
  server = await createTestApp()
  await server.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => server.close())
afterEach(() => waitFor(async () => expect(await connections()).toBe(0)))

const port = () => (server.app.server.address() as AddressInfo).port
const connections = () => promisify(server.app.server.getConnections.bind(server.app.server))()

/** Makes a call over a kept connection, and returns the server's side of the connection. */
async function ask(agent: Agent, headers: Record<string, string>) {
  let theirs: Socket | undefined
  server.app.server.once('request', ({ socket }) => {
    theirs = socket
  })
  const asked = get({ port: port(), host: '127.0.0.1', path: '/api/v1/versions', agent, headers })
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  await once(answer.resume(), 'end')
  return { status: answer.statusCode, headers: answer.headers, theirs }
}

const closed = (load: Socket[], count: number) =>
  waitFor(() => expect(load.filter((socket) => socket.closed)).toHaveLength(count))

async function open(load: Socket[]): Promise<Socket> {
  const arrived = once(server.app.server, 'connection')
  const socket = connect({ host: '127.0.0.1', port: port(), localAddress: BUSY })
  load.push(socket.on('error', () => undefined).resume())
  await arrived
  return socket
}

test('lets other addresses in while one keeps 1,000 connections open and tries to open more', {
  tags: ['long'],
}, async () => {
  const load: Socket[] = []
  const agent = new Agent({ keepAlive: true, localAddress: ELSEWHERE })
  try {
    while (load.length < 2010) await open(load)
    await closed(load, 1010)
    expect(await connections()).toBe(1000)
    expect((await ask(agent, {})).status).toBe(200)
    expect(await connections()).toBe(1001)
  } finally {
    for (const socket of load) socket.destroy()
    agent.destroy()
  }
})

test('lets other addresses in while a member has 1,000 unfinished uploads', {
  tags: ['long'],
}, async () => {
  const load: Socket[] = []
  const agent = new Agent({ keepAlive: true, localAddress: ELSEWHERE })
  const put = vi.spyOn(server.deps.objects, 'put')
  const send = async (nth: number) => {
    const socket = await open(load)
    const begun = once(server.app.server, 'request')
    socket.write(
      `PUT /api/v1/workspaces/${server.people.first.id}/objects/uploads/${nth} HTTP/1.1\r\nhost: localhost\r\n` +
        `authorization: Bearer ${server.people.tokens.member}\r\ncontent-type: application/octet-stream\r\ncontent-length: 9\r\n\r\nx`,
    )
    await begun
  }
  try {
    while (load.length < 1000) await send(load.length)
    await waitFor(() => expect(put).toHaveBeenCalledTimes(1000))
    await open(load)
    await closed(load, 1)
    expect((await ask(agent, {})).status).toBe(200)
  } finally {
    for (const socket of load) socket.destroy()
    agent.destroy()
    put.mockRestore()
  }
})

test('keeps a connection for five seconds, and longer once a signed-in client has used it', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const stranger = await ask(agent, {})
  await waitFor(() => expect(stranger.theirs?.timeout).toBeOneOf([5000, 6000]))
  expect(stranger.headers['keep-alive']).toBe('timeout=5')
  const member = await ask(agent, { cookie: `access-token=${server.people.tokens.member}` })
  expect(member.headers['keep-alive']).toBe('timeout=72')
  await waitFor(() => expect(member.theirs?.timeout).toBe(73_000))
  const after = await ask(agent, {})
  expect([after.theirs, after.headers['keep-alive']]).toEqual([stranger.theirs, 'timeout=72'])
  agent.destroy()
})
