import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/**
 * A proxy for a service on this machine, in which a test can inspect and change the traffic.
 * @param look sees each request. 'cut' breaks the connection when the service answers, 'pause' pauses the proxy before
 * the request is passed on. An HTTP answer is sent instead of the service's.
 */
export async function inFrontOf(endpoint: string, look: (sent: string) => unknown = () => undefined) {
  const { hostname, port } = new URL(endpoint)
  const sockets = new Set<Socket>()
  let isPaused = false
  const pause = () => {
    isPaused = true
    for (const socket of sockets) socket.pause()
  }
  const server = createServer((client) => {
    const service = connect(Number(port), hostname)
    let isCut = false
    const end = () => {
      client.destroy()
      service.destroy()
    }
    for (const socket of [client, service]) {
      sockets.add(socket.on('error', end).on('close', end))
      socket.once('close', () => sockets.delete(socket))
    }
    client.on('data', (bytes) => {
      const answer = look(bytes.toString('latin1'))
      isCut ||= answer === 'cut'
      if (answer === 'pause') pause()
      if (typeof answer === 'string' && answer.startsWith('HTTP/')) client.write(answer)
      else if (isPaused) client.unshift(bytes)
      else service.write(bytes)
    })
    service.on('data', (bytes) => {
      if (isCut) end()
      else if (!client.write(bytes)) service.pause()
    })
    client.on('drain', () => {
      if (!isPaused) service.resume()
    })
    if (isPaused) for (const socket of [client, service]) socket.pause()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  /** Breaks every open connection. */
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Stops passing data on but accepts connections, like a service whose process is stopped. */
    pause,
    cut,
    resume() {
      isPaused = false
      for (const socket of sockets) socket.resume()
    },
    async close() {
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}
