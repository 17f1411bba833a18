import type { Readable } from 'node:stream'
import { addressOf, type ReplyOf } from '@podium/contract/wire/call.ts'
import type { Route } from '@podium/contract/wire/route.ts'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import type * as z from 'zod/mini'

type Input<S> = S extends z.ZodMiniType ? z.input<S> : undefined

export interface CallArguments<R extends Route> {
  params?: Input<R['params']>
  query?: Record<string, unknown>
  body?: Input<R['body']>
  headers?: Record<string, string>
}

type ClientKind = 'program' | 'browser' | 'host'

/** Behaves like a program: the token as a cookie, no Origin. `browser()` is the same person in the console. */
export interface TestClient {
  /** Makes a call of the contract and returns its reply; throws anything but 200 with its body. */
  call<R extends Route>(route: R, args?: CallArguments<R>): Promise<ReplyOf<R>>
  /** Makes a call and returns any answer. */
  ask(route: Route, args?: CallArguments<Route> | { body?: unknown }): Promise<LightMyRequestResponse>
  /** Sends any request. A body that is no text, buffer or stream is sent as JSON. */
  send(
    method: string,
    url: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<LightMyRequestResponse>
  browser(): TestClient
}

export function createClient(
  app: FastifyInstance,
  token: string | null,
  kind: ClientKind = 'program',
): TestClient {
  const credentials = credentialsOf(token, kind)

  const send: TestClient['send'] = (method, url, body, headers = {}) =>
    app.inject({
      method: method as 'GET',
      url,
      headers: { host: 'localhost', ...credentials, ...headers },
      ...(body !== undefined && { payload: body as string | object | Buffer | Readable }),
    })

  const ask: TestClient['ask'] = (route, args = {}) => {
    const { body, headers, ...address } = args as CallArguments<Route>
    return send(route.method, addressOf(route, address), body, headers)
  }

  return {
    send,
    ask,
    call: async (route, args) => {
      const response = await ask(route, args as CallArguments<Route>)
      if (response.statusCode !== 200)
        throw new Error(`${route.id} answered ${response.statusCode}: ${response.body}`)
      return response.json()
    },
    browser: () => createClient(app, token, 'browser'),
  }
}

function credentialsOf(token: string | null, kind: ClientKind): Record<string, string> {
  const site: Record<string, string> = kind === 'browser' ? { 'sec-fetch-site': 'same-origin' } : {}
  if (token === null) return site
  if (kind === 'host') return { authorization: `Bearer ${token}` }
  return { ...site, cookie: kind === 'browser' ? `__Host-podium=${token}` : `access-token=${token}` }
}
