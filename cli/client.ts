import { Readable } from 'node:stream'
import type { Route } from '@podium/contract/route.ts'
import { limits } from '@podium/contract/rules.ts'
import type * as z from 'zod/mini'
import type { Connection } from './connection.ts'
import { Said, say } from './said.ts'

/** The server does not answer, perhaps only for a while. */
export class Away extends Said {
  readonly why: string

  constructor(why: string, advice = '') {
    super(`${why} ${advice}`.trim())
    this.why = why
  }
}

/** What a proxy, or a server that is about to stop, answers. */
const AWAY = new Set([502, 503, 504])

type Input<S> = S extends z.ZodMiniType ? z.input<S> & object : undefined

export interface Arguments<R extends Route> {
  params?: Input<R['params']>
  query?: Partial<Input<R['query']>>
  body?: Input<R['body']>
}

/** The address of a call with its parameters filled in. */
export function addressOf(route: Route, params: object = {}, query: object = {}): string {
  const values = new Map(Object.entries(params).map(([name, value]) => [name, String(value)]))
  const path = route.path.replaceAll(/\{(\w+)(\*?)\}/g, (_, name: string, rest: string) => {
    const value = values.get(name) ?? ''
    return rest ? value.split('/').map(encodeURIComponent).join('/') : encodeURIComponent(value)
  })
  const asked = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as [string, string]],
  )
  return asked.length === 0 ? path : `${path}?${new URLSearchParams(asked)}`
}

/** Makes a call of the contract and answers its reply; whatever the server refuses ends with its sentence. */
export async function call<R extends Route>(
  connection: Connection,
  route: R,
  given: Arguments<R> = {},
): Promise<z.output<R['reply']>> {
  const body = given.body === undefined ? undefined : JSON.stringify(given.body)
  const response = await send(connection, route.method, addressOf(route, given.params, given.query), {
    body,
    headers: body === undefined ? {} : { 'content-type': 'application/json' },
    signal: AbortSignal.timeout(limits.http_timeout_ms),
  })
  return (await response.json()) as z.output<R['reply']>
}

/** Opens an answer that streams: a log, a download, events. */
export async function open<R extends Route>(
  connection: Connection,
  route: R,
  given: Arguments<R>,
  headers: Record<string, string> = {},
): Promise<Response> {
  return send(connection, route.method, addressOf(route, given.params, given.query), { headers })
}

/** Sends a file's bytes. */
export async function upload<R extends Route>(
  connection: Connection,
  route: R,
  given: Arguments<R>,
  body: Readable,
): Promise<z.output<R['reply']>> {
  const response = await send(connection, route.method, addressOf(route, given.params, given.query), {
    body: Readable.toWeb(body),
    duplex: 'half',
    headers: { 'content-type': 'application/octet-stream' },
  })
  return (await response.json()) as z.output<R['reply']>
}

async function send(
  connection: Connection,
  method: string,
  path: string,
  init: RequestInit,
): Promise<Response> {
  const response = await fetch(connection.address + path, {
    ...init,
    method,
    headers: { ...connection.headers, ...init.headers },
    redirect: 'error',
  }).catch((error: Error & { cause?: { code?: string } }) => {
    const why = error.cause?.code ?? error.message
    throw new Away(`The server at ${connection.address} does not answer (${why}).`, 'Is it running?')
  })
  if (response.ok) return response
  if (response.status === 401) refuseCaller(connection)
  const sentence = sentenceOf(await response.text(), response.status)
  if (AWAY.has(response.status)) throw new Away(sentence)
  return say(sentence)
}

function refuseCaller(connection: Connection): never {
  if (!connection.host) return say(notAccepted(connection))
  throw new Away('The server was started again.', 'Repeat the command.')
}

function notAccepted({ headers }: Connection): string {
  return headers.authorization
    ? 'The access token is not accepted: it has expired, was revoked, or belongs to another server.'
    : 'Your session has expired. Please login again: podium login'
}

/** The sentence in an error body: its detail, or the messages of its fields. */
export function sentenceOf(body: string, status: number): string {
  const detail = detailOf(body)
  if (typeof detail === 'string') return detail
  if (Array.isArray(detail)) return detail.map(sentenceOfProblem).join('\n')
  return `The server answered ${status}.`
}

/** A message that begins with its field's name needs no other address. */
function sentenceOfProblem({ loc, msg }: { loc: unknown[]; msg: string }): string {
  return msg.startsWith(`${loc.at(-1)}:`) ? msg : `${loc.slice(1).join('.')}: ${msg}`
}

function detailOf(body: string): unknown {
  try {
    return (JSON.parse(body) as { detail?: unknown }).detail
  } catch {
    return undefined
  }
}
