import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { Readable } from 'node:stream'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { closeUnreadAnswers } from './unread-answers.ts'

/** More than a connection's buffers hold. */
const MUCH = 64 * 1024 ** 2
const CHUNK = Buffer.alloc(64 * 1024)

interface Asked {
  method?: string
  /** the client leaves before there is an answer */
  leaves?: boolean
  /** the client leaves after the first bytes of the answer */
  stops?: boolean
  /** a hook after this one fails */
  fails?: boolean
}

/** Requests a long answer, and returns how many of its bytes were read until it was closed. */
async function ask({ method = 'GET', leaves = false, stops = false, fails = false }: Asked) {
  let read = 0
  const answer = new Readable({
    read() {
      read += CHUNK.length
      this.push(read > MUCH ? null : CHUNK)
    },
  })
  const app = Fastify()
  closeUnreadAnswers(app)
  app.addHook('onSend', async () => {
    if (fails) throw new Error('A hook failed.')
  })
  app.get('/', async (_request, reply) => {
    if (leaves) {
      client.destroy()
      await new Promise((resolve) => reply.raw.once('close', resolve))
    }
    return reply.header('content-length', MUCH).send(answer)
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const client = connect({ host: '127.0.0.1', port: (app.server.address() as AddressInfo).port })
  client.on('error', () => undefined)
  const closed = once(answer, 'close')
  client.write(`${method} / HTTP/1.1\r\nhost: localhost\r\n\r\n`)
  const head = leaves ? '' : String((await once(client, 'data'))[0]).split('\r\n\r\n', 1)[0]
  if (stops) client.destroy()
  await closed
  client.destroy()
  await app.close()
  return { head, read }
}

test('closes the stream unread when HEAD asks for the headers only', async () => {
  const { head, read } = await ask({ method: 'HEAD' })
  expect(head).toContain('HTTP/1.1 200')
  expect(head).toContain(`content-length: ${MUCH}`)
  expect(read).toBe(0)
})

test('closes the stream unread when the client has left before', async () => {
  expect((await ask({ leaves: true })).read).toBe(0)
})

test('closes the stream when the client leaves half-way', async () => {
  const { read } = await ask({ stops: true })
  expect(read).toBeGreaterThan(0)
  expect(read).toBeLessThan(MUCH)
})

test('closes the stream unread when a later hook fails', async () => {
  const { head, read } = await ask({ fails: true })
  expect(head).toContain('HTTP/1.1 500')
  expect(read).toBe(0)
})
