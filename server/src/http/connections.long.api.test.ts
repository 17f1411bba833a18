import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { promisify } from 'node:util'
import { waitFor } from '@podium/database/testing/wait-for.ts'
import { expect, test, vi } from 'vitest'
import { createTestApp } from '../testing/test-app.ts'

test('2,000 uploads of one member that never end keep no other address out', async () => {
  const { app, deps, people, close } = await createTestApp()
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const load: Socket[] = []
  const put = vi.spyOn(deps.objects, 'put')
  const send = async (nth: number) => {
    const begun = once(app.server, 'request')
    const socket = connect({ host: '127.0.0.1', port, localAddress: '127.0.0.2' })
    load.push(socket.on('error', () => undefined).resume())
    socket.write(
      `PUT /api/v1/workspaces/${people.first.id}/objects/uploads/${nth} HTTP/1.1\r\nhost: localhost\r\n` +
        `authorization: Bearer ${people.tokens.member}\r\ncontent-type: application/octet-stream\r\ncontent-length: 9\r\n\r\nx`,
    )
    await begun
  }
  const elsewhere = connect({ host: '127.0.0.1', port, localAddress: '127.0.0.3' })
  try {
    elsewhere.destroy()
    while (load.length < 2000) await send(load.length)
  } finally {
    for (const socket of load) socket.destroy()
  }
})
