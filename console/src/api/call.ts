import type { Route } from '@podium/contract/route.ts'
import { addressOf } from './address.ts'
import { ApiError } from './api-error.ts'
import { keepKey, keyFor } from './idempotency-key.ts'
import type { ArgumentsOf, MaybeLeftOut, ReplyOf } from './route-types.ts'
import { type Answer, send } from './send.ts'
import { currentWatch } from './watch.ts'

interface Manner {
  /** no person caused it: it does not keep the session alive, and its refusals raise no alert */
  background?: boolean
  /** puts the messages of a 422 on the fields of a form; whether it could */
  place?: (error: ApiError) => boolean
  /** the key of an earlier try, so that the server does nothing twice */
  idempotencyKey?: string
  signal?: AbortSignal
}

interface Made {
  body?: unknown
}

const DONE = new Set([200, 201, 204])

/**
 * Calls a route of the contract and answers its reply.
 * @throws ApiError for every answer but success, and for none
 */
export async function call<R extends Route>(
  route: R,
  ...[args]: MaybeLeftOut<ArgumentsOf<R> & Manner>
): Promise<ReplyOf<R>> {
  const { background = false, place, signal, idempotencyKey, ...parts }: Manner & Made = args ?? {}
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
  })
  if (DONE.has(status)) return body as ReplyOf<R>
  const error = new ApiError({ status, body, requestId, outcomeUnknown: isUnknown(route, status) })
  const again = () => callWith(route, { ...args, idempotencyKey: key })
  if (status === 401 && signIn !== null) {
    if (route.method !== 'GET') keepKey(keyed, key)
    currentWatch().sessionLost({ route, again }, signIn)
  } else if (!background && isForEverybody(error, place)) {
    error.said = true
    currentWatch().refused(error)
  }
  throw error
}

const callWith = call as (route: Route, args: object) => Promise<unknown>

/** A gateway that gave up does not know what the server did. */
function isUnknown(route: Route, status: Answer['status']): boolean {
  return route.method !== 'GET' && (status === 502 || status === 504)
}

function isForEverybody(error: ApiError, place: Manner['place']): boolean {
  if (error.status === 422) return !place?.(error)
  return error.status === 403 || error.status === 405
}
