import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../testing/test-app.ts'

const CHUNK = Buffer.alloc(1024 * 1024)
/** More than the buffers on the way hold. */
const ENDLESS = 1024 ** 3

let server: TestApp
beforeAll(async () => {
  server = await createTestApp()
  await server.app.listen({ host: '127.0.0.1', port: 0 })
  return () => server.close()
})

function open(): Socket {
  const { port } = server.app.server.address() as AddressInfo
  return connect({ host: '127.0.0.1', port, allowHalfOpen: true })
}

/** Sends the head and as much of the body as the server accepts before it hangs up. */
async function sendWithout(end: { method: string; path: string; cookie?: string }) {
  const socket = open()
  let answer = ''
  let sent = 0
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  socket.setEncoding('utf8').on('data', (text) => {
    answer += text
  })
  socket.on('error', () => undefined)
  const cookie = end.cookie === undefined ? '' : `cookie: access-token=${end.cookie}\r\n`
  socket.write(
    `${end.method} ${end.path} HTTP/1.1\r\nhost: localhost\r\n${cookie}content-length: ${ENDLESS}\r\n\r\n`,
  )
  const pour = () => {
    while (sent < ENDLESS && !socket.destroyed) {
      sent += CHUNK.length
      if (!socket.write(CHUNK)) return
    }
  }
  socket.on('drain', pour)
  await once(socket, 'connect')
  pour()
  await closed
  return { answer, sent }
}

const objectAt = (folder: string) => `/api/v1/workspaces/first-ws/objects/${folder}/big.bin`

test.each([
  ['an upload of nobody', 401, { method: 'PUT', path: objectAt('uploads') }],
  ['a body of nobody', 401, { method: 'POST', path: '/api/v1/workspaces' }],
  ['a body for nothing', 404, { method: 'POST', path: '/api/v1/nothing' }],
  ['a body for a broken path', 404, { method: 'PUT', path: '/api/v1/streams/%ff' }],
  ['a body that a read does not take', 200, { method: 'GET', path: '/api/v1/versions' }],
])('does not read the rest of %s', async (_, status, call) => {
  const { answer, sent } = await sendWithout(call)
  expect(answer).toContain(`HTTP/1.1 ${status} `)
  expect(answer.toLowerCase()).toContain('connection: close')
  expect(sent).toBeLessThan(ENDLESS / 4)
})

test('does not read the rest of an upload that is refused on the way', async () => {
  const { answer, sent } = await sendWithout({
    method: 'PUT',
    path: objectAt('elsewhere'),
    cookie: String(server.people.tokens.member),
  })
  expect(answer).toContain('HTTP/1.1 422 ')
  expect(sent).toBeLessThan(ENDLESS / 4)
})

test('keeps a connection after a refused body that arrived whole', async () => {
  const socket = open()
  let answers = ''
  socket.setEncoding('utf8').on('data', (text) => {
    answers += text
  })
  const refused = 'POST /api/v1/workspaces HTTP/1.1\r\nhost: localhost\r\ncontent-length: 2\r\n\r\n{}'
  socket.write(refused)
  while (!answers.includes('\r\n\r\n{')) await once(socket, 'data')
  socket.write(refused)
  while (answers.split('HTTP/1.1 401 ').length < 3) await once(socket, 'data')
  expect(answers.toLowerCase()).not.toContain('connection: close')
  socket.destroy()
})
