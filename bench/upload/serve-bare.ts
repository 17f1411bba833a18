import { createWriteStream } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream/promises'
import Fastify from 'fastify'

// A route that writes the body to a file and calls fsync: no session, rights, limits or record.
process.once('message', async (file: string) => {
  const app = Fastify({ bodyLimit: Number.MAX_SAFE_INTEGER })
  app.addContentTypeParser('application/octet-stream', (_request, payload, done) => done(null, payload))
  app.put('/', async ({ body }) => {
    await pipeline(body as NodeJS.ReadableStream, createWriteStream(file, { flush: true }))
    return {}
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  process.send?.((app.server.address() as AddressInfo).port)
})
process.once('disconnect', () => process.exit(0))
