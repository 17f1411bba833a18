import { once } from 'node:events'
import { createServer, request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'

export interface TestProxy {
  /** the value for HTTP_PROXY, with a user and a password */
  url: string
  /** the requests received, each as `GET http://store.example.test/bucket` or `CONNECT store.example.test:443` */
  asked: string[]
  stop(): Promise<void>
}

/**
 * A forward proxy on loopback that requires a password and resolves every name to the given port.
 * @param to the local port that receives every request
 */
export async function startTestProxy(to: number): Promise<TestProxy> {
  const asked: string[] = []
  const wanted = `Basic ${Buffer.from('kim:pass word').toString('base64')}`
  const server = createServer((incoming, answer) => {
    asked.push(`${incoming.method} ${incoming.url}`)
    if (incoming.headers['proxy-authorization'] !== wanted) return void answer.writeHead(407).end()
    const { pathname, search } = new URL(incoming.url ?? '')
    const place = { host: '127.0.0.1', port: to, path: pathname + search, agent: false } as const
    const { method, headers } = incoming
    const onward = request({ ...place, method, headers })
    onward.on('response', (got) => got.pipe(answer.writeHead(got.statusCode ?? 502, got.headers)))
    // Swift sends a body even for requests without one, which causes an error after the answer
    onward.on('error', () => answer.headersSent || answer.destroy())
    answer.on('close', () => onward.destroy())
    incoming.pipe(onward)
  })
  server.on('connect', ({ url, headers }, socket, head) => {
    asked.push(`CONNECT ${url}`)
    if (headers['proxy-authorization'] !== wanted) return void socket.end('HTTP/1.1 407 No\r\n\r\n')
    const onward = connect(to, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      onward.write(head)
      socket.pipe(onward).pipe(socket)
    })
    for (const end of [socket, onward])
      end.on('error', () => undefined).on('close', () => (end === socket ? onward : socket).destroy())
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://kim:pass%20word@127.0.0.1:${port}`,
    asked,
    async stop() {
      server.closeAllConnections()
      await new Promise((ended) => server.close(ended))
    },
  }
}
