import { answerOf, faultOfStream } from '@podium/contract/wire/answer.ts'
import type { AddressOf } from '@podium/contract/wire/call.ts'
import type { Route } from '@podium/contract/wire/route.ts'
import { addressOf } from './address-of.ts'
import { ApiError, notPodiums, unanswered } from './api-error.ts'
import { currentWatch } from './watch.ts'

interface BytesOptions {
  /** as in a Range header, without its unit: `0-65535`, `-4096` */
  range?: string
  background?: boolean
  signal?: AbortSignal
}

/**
 * Opens a file or log. There is no time limit, because it may be long.
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
    redirect: 'manual',
    ...(signal ? { signal } : {}),
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error
    throw unanswered('The server cannot be reached.', false)
  })
  if (response.ok) {
    const fault = faultOfStream(response, 'bytes')
    if (fault) throw notPodiums(fault)
    return response
  }
  const error = await refusalIn(response)
  if (error.status === 401 && signIn !== null)
    currentWatch().sessionLost({ route, again: () => openBytes(route, args) }, signIn)
  throw error
}

/** Returns the error of a refused stream, from Podium or a gateway before it. */
export async function refusalIn(response: Response): Promise<ApiError> {
  const { status, headers } = response
  const answer = answerOf({ status, headers, body: await response.text().catch(() => '') })
  if (!answer.isPodiums) return notPodiums(answer.fault)
  return new ApiError({ status, body: answer.body, requestId: headers.get('x-request-id') })
}
