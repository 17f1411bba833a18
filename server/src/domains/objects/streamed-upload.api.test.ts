import { once } from 'node:events'
import { request } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'
import { atOnce, type ObjectStore } from '@podium/storage/object-store.ts'
import { beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'

const MIB = 1024 * 1024
const WHOLE = 64 * MIB
/** Turns of the event loop in which the server could read on while a piece is stored. */
const TICKS = 20

let podium: TestApp
const sockets: Socket[] = []
beforeAll(async () => {
  podium = await createTestApp()
  podium.app.server.on('connection', (socket) => sockets.push(socket))
  await podium.app.listen({ host: '127.0.0.1', port: 0 })
  return () => podium.close()
})

/** A store that is slower than any network, keeps nothing, and measures how much was read but not yet stored. */
function slowStore(): { put: ObjectStore['put']; stored(): number; mostAhead(): number } {
  let stored = 0
  let mostAhead = 0
  return {
    async put(_bucket, path, body, { within = atOnce } = {}) {
      for await (const piece of body) {
        for (let tick = 0; tick < TICKS; tick += 1) await setImmediate()
        const read = sockets.reduce((sum, socket) => sum + socket.bytesRead, 0)
        mostAhead = Math.max(mostAhead, read - stored)
        stored += (piece as Buffer).length
      }
      const object = { path, size: stored, etag: 'slow', modified_at: new Date().toISOString() }
      await within(object, async () => undefined)
      return object
    },
    stored: () => stored,
    mostAhead: () => mostAhead,
  }
}

test.each([
  ['with its length', { 'content-length': WHOLE }],
  ['in chunks', { 'transfer-encoding': 'chunked' }],
])(
  'an upload %s is read no faster than it is stored, so memory does not grow with its size',
  async (_, length) => {
    sockets.length = 0
    const { objects } = podium.deps
    const usual = objects.put
    const slow = slowStore()
    objects.put = slow.put
    const { port } = podium.app.server.address() as AddressInfo
    const put = request({
      port,
      host: '127.0.0.1',
      method: 'PUT',
      path: `/api/v1/workspaces/${podium.people.first.id}/objects/uploads/large.bin`,
      headers: {
        cookie: `access-token=${podium.people.tokens.member}`,
        'content-type': 'application/octet-stream',
        ...length,
      },
    })
    const answered = once(put, 'response')
    await pipeline(Readable.from(pieces()), put)
    const [response] = await answered
    response.resume()
    objects.put = usual
    expect([response.statusCode, slow.stored()]).toEqual([200, WHOLE])
    expect(slow.mostAhead()).toBeLessThan(MIB)
  },
)

function* pieces(): Generator<Buffer> {
  const piece = Buffer.alloc(MIB)
  for (let sent = 0; sent < WHOLE; sent += MIB) yield piece
}
