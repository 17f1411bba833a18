import { limits } from '@podium/contract/rules/rules.ts'
import { answerOf } from '@podium/contract/wire/answer.ts'
import type { ArgumentsOf, MaybeLeftOut, ReplyOf } from '@podium/contract/wire/call.ts'
import type { Route } from '@podium/contract/wire/route.ts'
import { learnServerTime } from '../format/server-clock.ts'
import { addressOf } from './address-of.ts'
import { ApiError, notPodiums, unanswered } from './api-error.ts'
import { currentWatch } from './watch.ts'

interface Manner {
  /** no person caused it: it does not keep the session alive, and refusals raise no alert */
  background?: boolean
  /** the caller shows every refusal itself */
  showsRefusals?: boolean
  /** shows the messages of a 422 at the fields of a form; returns whether it could */
  showOnField?: (error: ApiError) => boolean
  /** the key of an earlier attempt, so that the server does nothing twice */
  idempotencyKey?: string
  signal?: AbortSignal
}

interface Made {
  body?: unknown
}

const DONE = new Set([200, 201, 204])

/**
 * Calls a route of the contract and returns its reply.
 * @throws ApiError for any response but success, and for none
 */
export async function call<R extends Route>(
  route: R,
  ...[args]: MaybeLeftOut<ArgumentsOf<R> & Manner>
): Promise<ReplyOf<R>> {
  const { background, showsRefusals, showOnField, signal, idempotencyKey, ...parts }: Manner & Made =
    args ?? {}
  const address = addressOf(route, (args ?? {}) as ArgumentsOf<R>)
  const sent = parts.body === undefined ? undefined : JSON.stringify(parts.body)
  const keyed = { method: route.method, address, body: sent }
  const key = idempotencyKey ?? keyFor(route, keyed)
  const signIn = currentWatch().signIn()
  const { status, body, requestId } = await send({
    ...keyed,
    headers: {
      ...(sent === undefined ? {} : { 'content-type': 'application/json' }),
      ...(background ? { 'x-podium-background': '1' } : {}),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
    signal,
  }).catch((error) => {
    if (error instanceof ApiError) error.idempotencyKey = key
    throw error
  })
  if (DONE.has(status)) return body as ReplyOf<R>
  const error = new ApiError({ status, body, requestId, outcomeUnknown: isUnknown(route, status) })
  error.idempotencyKey = key
  const again = () => callWith(route, { ...args, idempotencyKey: key })
  if (status === 401 && signIn !== null) {
    if (route.method !== 'GET') keepKey(keyed, key)
    currentWatch().sessionLost({ route, again }, signIn)
  } else if (!background && !showsRefusals && isForEverybody(error, showOnField)) {
    error.isReported = true
    currentWatch().refused(error)
  }
  throw error
}

const callWith = call as (route: Route, args: object) => Promise<unknown>

/** A gateway that timed out does not know what the server did. */
function isUnknown(route: Route, status: Answer['status']): boolean {
  return route.method !== 'GET' && (status === 502 || status === 504)
}

function isForEverybody(error: ApiError, showOnField: Manner['showOnField']): boolean {
  if (error.status === 422) return !showOnField?.(error)
  return error.status === 403 || error.status === 405
}

interface KeyedCall {
  method: Route['method']
  address: string
  body: string | undefined
}

let lost: (KeyedCall & { key: string }) | undefined

/** Forgets the call whose session was lost, because its body may hold a password and is useless to the next person. */
export function forgetLostCall(): void {
  lost = undefined
}

/** Returns the key for a call that creates something. Signing in twice creates nothing twice, so it has none. */
function keyFor(route: Route, call: KeyedCall): string | undefined {
  if (route.method !== 'POST' || route.path.startsWith('/api/v1/auth/')) return undefined
  if (lost && lost.address === call.address && lost.body === call.body) return lost.key
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Keeps the key of a call whose session was lost, so that repeating the call has no effect twice. */
function keepKey(call: KeyedCall, key: string | undefined): void {
  lost = key === undefined ? undefined : { ...call, key }
}

export interface Answer {
  status: number
  /** parsed JSON */
  body: unknown
  requestId: string | null
}

interface Sent {
  method: string
  address: string
  headers: Record<string, string>
  body: string | undefined
  signal: AbortSignal | undefined
}

/**
 * Sends a JSON call and resolves with any response of the server, errors included.
 * @throws ApiError with status 0 if no response of Podium came within the time limit
 * @throws the signal's reason if the caller aborted
 */
export async function send(sent: Sent): Promise<Answer> {
  const { status, headers, body } = await receive(sent)
  const answer = answerOf({ status, headers, body })
  if (answer.isPodiums) return { status, body: answer.body, requestId: headers.get('x-request-id') }
  const bytes = new Blob([sent.body ?? '']).size
  throw notPodiums(answer.fault, { isChange: sent.method !== 'GET', bytes })
}

async function receive({ method, address, headers, body, signal }: Sent) {
  const limit = AbortSignal.timeout(limits.http_timeout_ms)
  const sentAt = performance.now()
  try {
    const response = await fetch(address, {
      method,
      headers,
      body: body ?? null,
      credentials: 'same-origin',
      redirect: 'manual',
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    })
    learnServerTime(response.headers.get('date'), sentAt)
    return { status: response.status, headers: response.headers, body: await response.text() }
  } catch (error) {
    if (signal?.aborted) throw error
    const cause = limit.aborted
      ? `The server did not answer within ${limits.http_timeout_ms / 1000} s.`
      : 'The server cannot be reached.'
    throw unanswered(cause, method !== 'GET')
  }
}
