import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { sendToStore } from './direct-download.ts'

const SIZE = 10 * 1024 ** 2
const request = { method: 'GET', query: { direct: '1' } } as unknown as FastifyRequest
const reply = { redirect: () => undefined } as unknown as FastifyReply

function sent(download: () => Promise<string>, size = SIZE) {
  const stream = Readable.from(['x'])
  const file = { bucket: 'lab', path: 'a', size, headers: {}, stream }
  return { stream, sending: sendToStore({ download } as never, request, reply, file) }
}

test('closes the opened file when the client is sent to the store', async () => {
  const { stream, sending } = sent(async () => 'https://store/a')
  expect(await sending).toBe(true)
  expect(stream.destroyed).toBe(true)
})

test('closes the opened file when the store gives no address', async () => {
  const { stream, sending } = sent(() => Promise.reject(new Error('The store is away.')))
  await expect(sending).rejects.toThrow('The store is away.')
  expect(stream.destroyed).toBe(true)
})

test('leaves the opened file open when it is to be sent from here', async () => {
  const { stream, sending } = sent(async () => 'https://store/a', 10)
  expect(await sending).toBe(false)
  expect(stream.destroyed).toBe(false)
})
