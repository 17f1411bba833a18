import { type Dispatcher, ProxyAgent, request } from 'undici'

/** A request of the SDK. */
interface Asked {
  method: string
  protocol: string
  hostname: string
  port?: number
  /** percent-encoded */
  path: string
  query?: Record<string, string | string[] | null>
  headers: Record<string, string>
  body?: Dispatcher.RequestOptions['body']
}

/**
 * Sends the requests of the SDK through a proxy, which its own handler does not support.
 * @param connections maximum number of open connections
 */
export function createProxyHandler(proxy: URL, connections: number) {
  const dispatcher = new ProxyAgent({ uri: proxy.href, proxyTunnel: false, connections })
  return {
    async handle(outgoing: Asked, { abortSignal }: { abortSignal?: unknown } = {}) {
      const { method, headers, body = null } = outgoing
      const answer = await request(addressOf(outgoing), {
        dispatcher,
        method: method as Dispatcher.HttpMethod,
        headers,
        body,
        ...(abortSignal instanceof AbortSignal && { signal: abortSignal }),
      })
      return {
        response: {
          statusCode: answer.statusCode,
          headers: inOneLineEach(answer.headers),
          body: answer.body,
        },
      }
    },
    destroy: () => void dispatcher.destroy(),
    updateHttpClientConfig: () => undefined,
    httpHandlerConfigs: () => ({}),
  }
}

function addressOf({ protocol, hostname, port, path, query = {} }: Asked): string {
  const parts = Object.entries(query).flatMap(([name, value]) =>
    value === null ? [escaped(name)] : [value].flat().map((each) => `${escaped(name)}=${escaped(each)}`),
  )
  const search = parts.length === 0 ? '' : `?${parts.join('&')}`
  return `${protocol}//${hostname}${port === undefined ? '' : `:${port}`}${path}${search}`
}

/** Escapes as S3 signatures require. */
function escaped(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

function inOneLineEach(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const lines = Object.entries(headers).map(([name, value]) => [name, [value ?? []].flat().join(', ')])
  return Object.fromEntries(lines)
}
