import { once } from 'node:events'
import { Agent, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { gunzipSync, inflateSync } from 'node:zlib'
import type { Engine } from '@podium/engines/engine.ts'
import type { TestApp } from '../../../testing/test-app.ts'
import { TEST_PASSWORD } from '../../../testing/test-sign-in.ts'

export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  json: ReturnType<typeof JSON.parse>
}

type Query = Record<string, string | number>

/** Behaves like existing registration clients: a plain HTTP library, a cookie, and texts as bodies. */
export interface RegistrationClient {
  get(path: string, query?: Query): Promise<Answer>
  /** sends the body as text, for which the library names no Content-Type */
  post(path: string, query: Query, body: unknown, headers?: Record<string, string>): Promise<Answer>
  delete(path: string, query: Query): Promise<Answer>
  /** Signs in with the password that everybody has in tests, and keeps the cookie for later calls. */
  login(login_id: string, login_pw?: string): Promise<Answer>
  /** the cookie of the last login, as it is sent */
  cookie(): string | null
  useCookie(cookie: string | null): void
  close(): void
}

const LIBRARY = {
  'user-agent': 'python-requests/2.31.0',
  'accept-encoding': 'gzip, deflate',
  accept: '*/*',
}

/** Creates a client over a real connection; it sends only what those clients send. */
export async function createRegistrationClient({ app }: TestApp<Engine>): Promise<RegistrationClient> {
  if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const agent = new Agent({ keepAlive: true })
  let cookie: string | null = null

  async function send(
    method: string,
    path: string,
    query: Query,
    { body, headers = {} }: { body?: string; headers?: Record<string, string> } = {},
  ): Promise<Answer> {
    const asked = new URLSearchParams(
      Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
    )
    const sent = request({
      agent,
      host: '127.0.0.1',
      port,
      method,
      path: `/api/v1/${path}${asked.size > 0 ? `?${asked}` : ''}`,
      headers: {
        ...LIBRARY,
        ...(cookie !== null && { cookie }),
        ...(method !== 'GET' && { 'content-length': Buffer.byteLength(body ?? '') }),
        ...headers,
      },
    }).end(body)
    const [message] = (await once(sent, 'response')) as [IncomingMessage]
    const text = decoded(await buffer(message), message.headers['content-encoding'])
    return { status: message.statusCode ?? 0, headers: message.headers, json: JSON.parse(text) }
  }

  const post: RegistrationClient['post'] = (path, query, body, headers = {}) =>
    send('POST', path, query, { body: JSON.stringify(body), headers })

  return {
    post,
    get: (path, query = {}) => send('GET', path, query),
    delete: (path, query) => send('DELETE', path, query),
    async login(login_id, login_pw = TEST_PASSWORD) {
      cookie = null
      const answer = await post('auth/login', {}, { login_id, login_pw })
      cookie = cookieOf(answer)
      return answer
    },
    cookie: () => cookie,
    useCookie: (saved) => {
      cookie = saved
    },
    close: () => agent.destroy(),
  }
}

function cookieOf({ headers }: Answer): string | null {
  const [set] = headers['set-cookie'] ?? []
  return set?.split(';')[0] ?? null
}

function decoded(bytes: Buffer, encoding: string | undefined): string {
  if (encoding === 'gzip') return gunzipSync(bytes).toString()
  if (encoding === 'deflate') return inflateSync(bytes).toString()
  return bytes.toString()
}
