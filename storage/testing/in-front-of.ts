import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/**
 * Another address of a service on this machine: it hands on what is sent, and lets a test look at it before.
 * @param look sees what is sent; where it answers 'cut', the connection breaks when the service answers
 */
export async function inFrontOf(endpoint: string, look: (sent: string) => unknown) {
  const { hostname, port } = new URL(endpoint)
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const service = connect(Number(port), hostname)
    let isCut = false
    const end = () => {
      client.destroy()
      service.destroy()
    }
    for (const socket of [client, service]) sockets.add(socket.on('error', end).on('close', end))
    client.on('data', (bytes) => {
      isCut ||= look(bytes.toString('latin1')) === 'cut'
      service.write(bytes)
    })
    service.on('data', (bytes) => {
      if (isCut) end()
      else client.write(bytes)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
