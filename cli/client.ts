import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { errors } from '@podium/contract/rules/errors.ts'
import { limits } from '@podium/contract/rules/rules.ts'
import { answerOf, type Fault, faultOfStream, isPassing } from '@podium/contract/wire/answer.ts'
import {
  type AddressOf,
  type ArgumentsOf,
  addressOf,
  type MaybeLeftOut,
  type ReplyOf,
} from '@podium/contract/wire/call.ts'
import { realClock } from '@podium/contract/wire/clock.ts'
import { takesKey } from '@podium/contract/wire/repeatable.ts'
import type { Route } from '@podium/contract/wire/route.ts'
import { sentenceOfFault } from '@podium/contract/wire/sentences.ts'
import { isUnknownAuthority, untrusted } from './authority.ts'
import { Away } from './away.ts'
import { fail } from './cli-error.ts'
import { type Connection, renewed } from './connection.ts'
import { fetchThroughProxy, proxyOf } from './fetch.ts'
import { faultOfFile } from './local-file.ts'
import { patiently } from './patience.ts'
import { printFault } from './print.ts'
import { sentenceOfAnswer } from './sentence-of.ts'

const NOT_KNOWN = 'It is not known whether this was done. Look before you repeat the command.'
const BUSY = errors['IDEMPOTENCY.BUSY']

/**
 * Makes a call of the contract and returns its reply. A refusal ends the command with the server's sentence. While
 * the server is away, for example restarting, the call waits up to a minute. A change is repeated only if it cannot
 * happen twice: it has a key, or did not arrive.
 */
export async function call<R extends Route>(
  connection: Connection,
  route: R,
  ...[args]: MaybeLeftOut<ArgumentsOf<R>>
): Promise<ReplyOf<R>> {
  const key = takesKey(route) ? randomUUID() : undefined
  return askPatiently(connection, route, key !== undefined, (by) =>
    callOnce(by, route, (args ?? {}) as ArgumentsOf<R>, key),
  )
}

export async function callOnce<R extends Route>(
  connection: Connection,
  route: R,
  args: ArgumentsOf<R> & { body?: unknown },
  key?: string,
): Promise<ReplyOf<R>> {
  const body = args.body === undefined ? undefined : JSON.stringify(args.body)
  return receive(
    connection,
    route,
    addressOf(route, args),
    body === undefined ? 0 : Buffer.byteLength(body),
    {
      body,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(key !== undefined && { 'idempotency-key': key }),
      },
      signal: AbortSignal.timeout(limits.http_timeout_ms),
    },
  )
}

/** Opens a streamed response: a log or a download. Waits for a server that is away. */
export async function open<R extends Route>(
  connection: Connection,
  route: R,
  args: AddressOf<R>,
  headers: Record<string, string> = {},
): Promise<Response> {
  return askPatiently(connection, route, true, (by) => openOnce(by, route, args, { headers }))
}

/** Opens a streamed response, or events, without waiting for a server that is away. */
export async function openOnce<R extends Route>(
  connection: Connection,
  route: R,
  args: AddressOf<R>,
  init: RequestInit,
): Promise<Response> {
  const response = await send(connection, route, addressOf(route, args), init)
  if (!response.ok) return refuse(connection, route, response, await textOf(connection, route, response))
  const fault = faultOfStream(response, route.transport === 'events' ? 'events' : 'bytes')
  return fault ? failAt(route, fault) : response
}

/**
 * Sends a file's bytes, with their size if it is known. Repeats that for up to a minute while the server says that it
 * cannot take them now, or accepts no connection.
 */
export async function upload<R extends Route>(
  connection: Connection,
  route: R,
  args: AddressOf<R>,
  body: () => Readable,
  bytes?: number,
): Promise<ReplyOf<R>> {
  const send = async () =>
    receive(await renewed(connection), route, addressOf(route, args), bytes, {
      body: Readable.toWeb(body()),
      duplex: 'half',
      headers: { 'content-type': 'application/octet-stream' },
    })
  return patiently(send, realClock, {
    onWait: sayWaiting,
    mayAskAgain: ({ mayPass, mayHaveArrived, wasRefused }) => mayPass && (wasRefused || !mayHaveArrived),
  })
}

function sayWaiting({ reason }: Away): void {
  printFault(`${reason} Waiting for it …`)
}

function askPatiently<T>(
  connection: Connection,
  { method }: Route,
  isKeyed: boolean,
  ask: (by: Connection) => Promise<T>,
): Promise<T> {
  const isRepeatable = isKeyed || method === 'GET'
  return patiently(async () => ask(await renewed(connection)), realClock, {
    onWait: sayWaiting,
    mayAskAgain: ({ mayPass, mayHaveArrived }) => mayPass && (isRepeatable || !mayHaveArrived),
  })
}

async function receive<R extends Route>(
  connection: Connection,
  route: R,
  path: string,
  bytes: number | undefined,
  init: RequestInit,
): Promise<ReplyOf<R>> {
  const response = await send(connection, route, path, init)
  const body = await textOf(connection, route, response)
  const { status, headers } = response
  const answer = answerOf({ status, headers, body })
  if (response.ok && answer.isPodiums) return answer.body as ReplyOf<R>
  return refuse(connection, route, response, body, bytes)
}

function send(connection: Connection, route: Route, path: string, init: RequestInit): Promise<Response> {
  return fetchThroughProxy(connection.address + path, {
    ...init,
    method: route.method,
    headers: { ...connection.headers, ...init.headers },
    redirect: 'manual',
  }).catch((error) => unanswered(connection.address, error, route))
}

function textOf({ address }: Connection, route: Route, response: Response): Promise<string> {
  return response.text().catch((error) => unanswered(address, error, route))
}

function refuse(
  connection: Connection,
  route: Route,
  { status, headers }: Response,
  body: string,
  bytes?: number,
): never {
  const answer = answerOf({ status, headers, body })
  if (!answer.isPodiums) return failAt(route, answer.fault, bytes)
  if (status === 401) refuseCaller(connection)
  const sentence = sentenceOfAnswer(answer, status)
  // Without that header waiting does not help, because someone has to act first.
  const wasRefused = status === 503 && headers.has('retry-after')
  const isStarting = wasRefused || status === 502 || status === 504
  const isBusy = status === BUSY.status && sentence === BUSY.detail({})
  if (isStarting || isBusy) throw new Away(sentence, { ...adviceFor(route), wasRefused })
  return fail(sentence)
}

function failAt(route: Route, fault: Fault, bytes?: number): never {
  const sentence = sentenceOfFault(fault, { to: 'program', bytes })
  if (!isPassing(fault)) return fail(sentence)
  throw new Away(sentence, adviceFor(route))
}

function adviceFor({ method }: Pick<Route, 'method'>) {
  return method === 'GET' ? {} : { advice: NOT_KNOWN }
}

/** Error codes of a connection that was not made, so that nothing arrived. */
const NOT_CONNECTED = new Set([
  'ECONNREFUSED',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

/** Ends a call without a response with a helpful sentence. */
export function unanswered(
  address: string,
  error: Error,
  route: Pick<Route, 'method'> = { method: 'GET' },
): never {
  const fault = faultOfFile(error)
  if (fault) throw fault
  if (refusalOfTunnel(error) === 407)
    return fail(sentenceOfFault({ kind: 'proxy-sign-in', status: 407 }, { to: 'program' }))
  const cause = error.cause as { code?: string; message?: string; syscall?: string } | undefined
  const reason = cause?.code ?? (cause?.message || error.message)
  if (isUnknownAuthority(reason)) return fail(untrusted(address, reason))
  if (reason === 'ENOTFOUND')
    throw new Away(`There is no machine named ${new URL(address).hostname}.`, {
      advice: 'Check the address.',
      mayHaveArrived: false,
      mayPass: false,
    })
  const proxy = proxyOf(address)
  const way = proxy === null ? '' : ` through the proxy ${proxy.host}`
  const sentence = `The server at ${address} does not answer${way} (${reason}).`
  const advice =
    proxy === null
      ? 'Is it running?'
      : 'Is the proxy right? Name the server in NO_PROXY where it is reached without one.'
  // A network that fails after the call was sent has some of the same codes.
  const wasConnecting = (cause?.syscall ?? 'connect') === 'connect'
  if (NOT_CONNECTED.has(reason) && wasConnecting) throw new Away(sentence, { advice, mayHaveArrived: false })
  throw new Away(sentence, { advice, ...adviceFor(route) })
}

/** Returns the status with which a proxy refused a tunnel; null for other errors. */
function refusalOfTunnel(error: Error): number | null {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    const status = /^Proxy .*\((\d{3})\)/.exec(cause.message)?.[1]
    if (status !== undefined) return Number(status)
  }
  return null
}

function refuseCaller(connection: Connection): never {
  if (!connection.host) return fail(notAccepted(connection))
  throw new Away('The server was started again.', { advice: 'Repeat the command.', mayHaveArrived: false })
}

function notAccepted({ headers }: Connection): string {
  return headers.authorization
    ? 'The access token is not accepted: it has expired, was revoked, or belongs to another server.'
    : 'Your session has expired. Please login again: podium login'
}
