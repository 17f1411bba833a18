import { Readable } from 'node:stream'
import {
  type AddressOf,
  type ArgumentsOf,
  addressOf,
  type MaybeLeftOut,
  type ReplyOf,
} from '@podium/contract/call.ts'
import type { Route } from '@podium/contract/route.ts'
import { limits } from '@podium/contract/rules.ts'
import { isUnknownAuthority, untrusted } from './authority.ts'
import { CliError, fail } from './cli-error.ts'
import type { Connection } from './connection.ts'
import { ask, proxyOf } from './fetch.ts'
import { faultOfFile } from './local-file.ts'
import { sentenceOf } from './sentence-of.ts'

/** The server does not answer, perhaps only for a while. */
export class Away extends CliError {
  readonly reason: string

  constructor(reason: string, advice = '') {
    super(`${reason} ${advice}`.trim())
    this.reason = reason
  }
}

/** What a proxy, or a server that is about to stop, answers. */
const AWAY = new Set([502, 503, 504])

/** Makes a call of the contract and answers its reply; whatever the server refuses ends with its sentence. */
export async function call<R extends Route>(
  connection: Connection,
  route: R,
  ...[args]: MaybeLeftOut<ArgumentsOf<R>>
): Promise<ReplyOf<R>> {
  const asked = (args ?? {}) as ArgumentsOf<R> & { body?: unknown }
  const body = asked.body === undefined ? undefined : JSON.stringify(asked.body)
  const response = await send(connection, route.method, addressOf(route, asked), {
    body,
    headers: body === undefined ? {} : { 'content-type': 'application/json' },
    signal: AbortSignal.timeout(limits.http_timeout_ms),
  })
  return (await response.json()) as ReplyOf<R>
}

/** Opens an answer that streams: a log, a download, events. */
export async function open<R extends Route>(
  connection: Connection,
  route: R,
  args: AddressOf<R>,
  headers: Record<string, string> = {},
): Promise<Response> {
  return send(connection, route.method, addressOf(route, args), { headers })
}

/** Sends a file's bytes. */
export async function upload<R extends Route>(
  connection: Connection,
  route: R,
  args: AddressOf<R>,
  body: Readable,
): Promise<ReplyOf<R>> {
  const response = await send(connection, route.method, addressOf(route, args), {
    body: Readable.toWeb(body),
    duplex: 'half',
    headers: { 'content-type': 'application/octet-stream' },
  })
  return (await response.json()) as ReplyOf<R>
}

async function send(
  connection: Connection,
  method: string,
  path: string,
  init: RequestInit,
): Promise<Response> {
  const response = await ask(connection.address + path, {
    ...init,
    method,
    headers: { ...connection.headers, ...init.headers },
    redirect: 'error',
  }).catch((error) => unanswered(connection.address, error))
  if (response.ok) return response
  if (response.status === 401) refuseCaller(connection)
  const sentence = sentenceOf(await response.text(), response.status)
  if (AWAY.has(response.status)) throw new Away(sentence)
  return fail(sentence)
}

/** Ends a call that got no answer with the sentence that helps. */
export function unanswered(address: string, error: Error): never {
  const fault = faultOfFile(error)
  if (fault) throw fault
  const reason = (error.cause as { code?: string } | undefined)?.code ?? error.message
  if (isUnknownAuthority(reason)) return fail(untrusted(address, reason))
  if (reason === 'ENOTFOUND')
    throw new Away(`There is no machine named ${new URL(address).hostname}.`, 'Check the address.')
  const proxy = proxyOf(address)
  if (proxy !== null)
    throw new Away(
      `The server at ${address} does not answer through the proxy ${proxy.host} (${reason}).`,
      'Is the proxy right? Name the server in NO_PROXY where it is reached without one.',
    )
  throw new Away(`The server at ${address} does not answer (${reason}).`, 'Is it running?')
}

function refuseCaller(connection: Connection): never {
  if (!connection.host) return fail(notAccepted(connection))
  throw new Away('The server was started again.', 'Repeat the command.')
}

function notAccepted({ headers }: Connection): string {
  return headers.authorization
    ? 'The access token is not accepted: it has expired, was revoked, or belongs to another server.'
    : 'Your session has expired. Please login again: podium login'
}
