import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import Fastify from 'fastify'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { limitAnswers } from './body-deadline.ts'

/** More than a connection's buffers hold. */
const MUCH = 64 * 1024 ** 2

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

/** Requests an answer, which the client does not read until it is resumed. */
async function ask(answer: () => unknown) {
  const app = Fastify()
  limitAnswers(app)
  const sent = new Promise<void>((resolve) => app.addHook('onSend', async () => resolve()))
  app.get('/', async () => answer())
  await app.listen({ host: '127.0.0.1', port: 0 })
  const accepted = once(app.server, 'connection') as Promise<[Socket]>
  const client = connect({ host: '127.0.0.1', port: (app.server.address() as AddressInfo).port })
  client.on('error', () => undefined)
  client.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n')
  const [connection] = await accepted
  await sent
  return { app, client, connection }
}

test('closes the connection of a client that does not read its answer within two minutes', async () => {
  const { app, client, connection } = await ask(() => 'x'.repeat(MUCH))
  const closed = once(connection, 'close')
  vi.advanceTimersByTime(120_000)
  await closed
  client.destroy()
  await app.close()
})

test('keeps a connection whose answer was read', async () => {
  const { app, client, connection } = await ask(() => 'done')
  await once(client, 'data')
  vi.advanceTimersByTime(600_000)
  client.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n')
  const [again] = await once(client, 'data')
  expect(String(again)).toContain('HTTP/1.1 200')
  expect(connection.destroyed).toBe(false)
  client.destroy()
  await app.close()
})

test('lets a download take any time', async () => {
  const { app, client, connection } = await ask(() => Readable.from([Buffer.alloc(MUCH)]))
  vi.advanceTimersByTime(3_600_000)
  expect(connection.destroyed).toBe(false)
  let taken = 0
  client.on('data', (chunk) => {
    taken += chunk.length
  })
  while (taken < MUCH) await once(client, 'data')
  client.destroy()
  await app.close()
})
