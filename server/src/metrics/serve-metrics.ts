import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Deps } from '../deps.ts'
import { EXPOSITION_TYPE, exposed } from './exposition.ts'
import type { Metrics } from './metrics.ts'
import { createReadings } from './readings.ts'

type ServedDeps = Pick<Deps, 'config' | 'database' | 'engine' | 'objects' | 'log'>

/** More connections than any Prometheus opens. */
const MAX_CONNECTIONS = 50

/**
 * Serves /metrics on a separate port without authentication: it reveals only amounts, never people.
 * @throws the error of listening on the port
 */
export async function serveMetrics(deps: ServedDeps, metrics: Metrics, at: { host: string; port: number }) {
  const readings = createReadings(deps)
  const server = createServer((request, response) => {
    if (request.url?.split('?', 1)[0] !== '/metrics')
      return answer(response, 404, 'Metrics are at /metrics.\n')
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return answer(response, 405, 'Metrics are read with GET.\n')
    readings.families().then(
      (families) => answer(response, 200, exposed([...families, ...metrics.families()]), EXPOSITION_TYPE),
      (error: unknown) => {
        deps.log.error({ err: error }, 'the metrics could not be read')
        answer(response, 500, 'The metrics could not be read; the log of the server says why.\n')
      },
    )
  })
  server.maxConnections = MAX_CONNECTIONS
  server.listen(at.port, at.host)
  try {
    await once(server, 'listening')
  } catch (error) {
    readings.close()
    throw error
  }
  const { address, port, family } = server.address() as AddressInfo
  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${port}/metrics`,
    async close(): Promise<void> {
      readings.close()
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

function answer(
  response: ServerResponse,
  status: number,
  text: string,
  type = 'text/plain; charset=utf-8',
): void {
  response.writeHead(status, { 'content-type': type, 'x-content-type-options': 'nosniff' }).end(text)
}
