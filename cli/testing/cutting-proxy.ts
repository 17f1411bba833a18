import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

const PASSED_ON = ['authorization', 'cookie', 'range', 'if-range'] as const

/** A proxy that interrupts downloads. */
export interface CuttingProxy {
  address: string
  /** the number of downloads it will still interrupt */
  cuts: number
  /** called before it hangs up, with the number of bytes sent */
  onHalf: (bytes: number) => Promise<unknown>
  /** a status for every response */
  refusal?: number
  /** the requested ranges */
  ranges: string[]
  close(): void
}

/** Starts one in front of a server. Responses with an ETag count as downloads. */
export async function startCuttingProxy(target: string): Promise<CuttingProxy> {
  const server = createServer((asked, answer) => pass(asked, answer))
  const proxy: CuttingProxy = {
    address: '',
    cuts: 0,
    onHalf: async () => undefined,
    ranges: [],
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  proxy.address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return proxy

  async function pass({ url, headers }: IncomingMessage, answer: ServerResponse): Promise<void> {
    if (proxy.refusal !== undefined) {
      answer.writeHead(proxy.refusal).end()
      return
    }
    const sent = PASSED_ON.flatMap((name) => (headers[name] ? [[name, String(headers[name])]] : []))
    if (headers.range) proxy.ranges.push(headers.range)
    const response = await fetch(target + url, { headers: Object.fromEntries(sent) })
    const bytes = Buffer.from(await response.arrayBuffer())
    answer.writeHead(response.status, Object.fromEntries(response.headers))
    if (proxy.cuts === 0 || !response.headers.has('etag')) {
      answer.end(bytes)
      return
    }
    proxy.cuts -= 1
    const half = bytes.subarray(0, bytes.length / 2)
    answer.write(half)
    await proxy.onHalf(half.length)
    answer.destroy()
  }
}
