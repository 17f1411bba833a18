import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export interface Receiver {
  url: string
  /** what it answers from now on; 'nothing' leaves the request without an answer */
  answer: number | 'nothing'
  heard: { headers: IncomingMessage['headers']; body: string }[]
  /** resolves when it has been sent so much */
  until(count: number): Promise<void>
  close(): void
}

/** A web server of a test that notes what it is sent. */
export async function startReceiver(): Promise<Receiver> {
  const server = createServer(async (request, response) => {
    receiver.heard.push({ headers: request.headers, body: await text(request) })
    server.emit('heard')
    if (receiver.answer !== 'nothing')
      response.writeHead(receiver.answer, { location: 'http://127.0.0.1:9/' }).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?key=violet`,
    answer: 200,
    heard: [],
    async until(count) {
      while (receiver.heard.length < count) await once(server, 'heard')
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
  return receiver
}
