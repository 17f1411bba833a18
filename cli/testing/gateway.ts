import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The page of a gateway, as nginx and portals send it. */
export const PAGE = '<!doctype html><html><title>Sign in</title><body>…</body></html>'

export type Answer = (reply: ServerResponse, request: IncomingMessage) => void

/** Answers JSON as Podium does. */
export const podium =
  (body: unknown, status = 200, headers: Record<string, string> = {}): Answer =>
  (reply) =>
    reply.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))

/** Answers a page as a gateway does. */
export const page =
  (status: number, headers: Record<string, string> = {}): Answer =>
  (reply) =>
    reply.writeHead(status, { 'content-type': 'text/html', ...headers }).end(PAGE)

/** A gateway before Podium. Each call gets the next of its answers, further calls the last one. */
export async function startGateway(answers: Answer[], port = 0) {
  const calls: { call: string; key: string | undefined }[] = []
  const server = createServer((request, reply) => {
    const { method, url, headers } = request
    calls.push({ call: `${method} ${url}`, key: headers['idempotency-key'] as string | undefined })
    const next = answers.length > 1 ? answers.shift() : answers[0]
    request.resume().once('end', () => next?.(reply, request))
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

export type Gateway = Awaited<ReturnType<typeof startGateway>>
