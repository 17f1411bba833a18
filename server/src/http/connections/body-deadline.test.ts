import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import Fastify from 'fastify'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { limitBodies } from './body-deadline.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

/** Opens a server whose routes wait for a body that never ends. */
async function dribbleTo(transport: 'json' | 'upload') {
  const app = Fastify()
  limitBodies(app)
  app.removeAllContentTypeParsers()
  let begun = () => {}
  const reading = new Promise<void>((resolve) => {
    begun = resolve
  })
  app.addContentTypeParser('*', (_request, payload, done) => {
    payload.resume().once('end', () => done(null))
    begun()
  })
  app.post('/', { config: { podium: { transport } as never } }, async () => 'done')
  await app.listen({ host: '127.0.0.1', port: 0 })
  const socket = connect({ host: '127.0.0.1', port: (app.server.address() as AddressInfo).port })
  socket.on('error', () => undefined)
  socket.write('POST / HTTP/1.1\r\nhost: localhost\r\ncontent-type: x/y\r\ncontent-length: 10\r\n\r\nx')
  await reading
  return { app, socket }
}

test('cuts off a body that does not end within half a minute', async () => {
  const { app, socket } = await dribbleTo('json')
  const closed = once(socket, 'close')
  vi.advanceTimersByTime(30_000)
  await closed
  await app.close()
})

test('lets an upload take any time', async () => {
  const { app, socket } = await dribbleTo('upload')
  vi.advanceTimersByTime(300_000)
  socket.resume().write('x'.repeat(9))
  const [answer] = await once(socket, 'data')
  expect(String(answer)).toContain('HTTP/1.1 200')
  socket.destroy()
  await app.close()
})
