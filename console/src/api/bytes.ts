import type { AddressOf } from '@podium/contract/call.ts'
import type { Route } from '@podium/contract/route.ts'
import { addressOf } from './address-of.ts'
import { ApiError, unanswered } from './api-error.ts'
import { currentWatch } from './watch.ts'

interface BytesOptions {
  /** as in a Range header, without its unit: `0-65535`, `-4096` */
  range?: string
  background?: boolean
  signal?: AbortSignal
}

/**
 * Opens a file or log; without a time limit, as it may be long.
 * @throws ApiError; a range outside the file is its status 416
 */
export async function openBytes<R extends Route>(
  route: R,
  args: AddressOf<R>,
  { range, background, signal }: BytesOptions = {},
): Promise<Response> {
  const signIn = currentWatch().signIn()
  const response = await fetch(addressOf(route, args), {
    headers: {
      ...(range === undefined ? {} : { range: `bytes=${range}` }),
      ...(background ? { 'x-podium-background': '1' } : {}),
    },
    ...(signal ? { signal } : {}),
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error
    throw unanswered('The server cannot be reached.', false)
  })
  if (response.ok) return response
  const body: unknown = await response.json().catch(() => null)
  const error = new ApiError({
    status: response.status,
    body,
    requestId: response.headers.get('x-request-id'),
  })
  if (response.status === 401 && signIn !== null)
    currentWatch().sessionLost({ route, again: () => openBytes(route, args) }, signIn)
  throw error
}
