import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export interface Receiver {
  url: string
  /** the status of the next answers; 'nothing' leaves requests without an answer */
  answer: number | 'nothing'
  heard: { headers: IncomingMessage['headers']; body: string }[]
  /** resolves when this many requests have come */
  until(count: number): Promise<void>
  close(): void
}

/** A web server for tests that records the requests it gets. */
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
