import type { AddressOf, ReplyOf } from '@podium/contract/call.ts'
import { addressOf } from '@podium/contract/call.ts'
import type { Route } from '@podium/contract/route.ts'
import { ApiError, unanswered } from './api-error.ts'
import { currentWatch } from './watch.ts'

interface UploadOptions {
  onProgress?: (sent: number, total: number) => void
  signal?: AbortSignal
}

/**
 * Uploads a file as the body of the call; without a time limit, as it may be long.
 * @throws ApiError; status 0 when the connection broke
 * @throws the signal's reason when the caller gave up
 */
export function upload<R extends Route>(
  route: R,
  args: AddressOf<R>,
  file: Blob,
  { onProgress, signal }: UploadOptions = {},
): Promise<ReplyOf<R>> {
  const signIn = currentWatch().signIn()
  return new Promise((resolve, reject) => {
    // fetch cannot tell how much of a body has gone out.
    const request = new XMLHttpRequest()
    request.open(route.method, addressOf(route, args))
    request.setRequestHeader('content-type', 'application/octet-stream')
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded }) => onProgress?.(loaded, file.size)
    request.onload = () => {
      const { status, response } = request
      if (status >= 200 && status < 300) return resolve(response as ReplyOf<R>)
      if (status === 401 && signIn !== null)
        currentWatch().sessionLost({ route, again: () => upload(route, args, file) }, signIn)
      reject(new ApiError({ status, body: response, requestId: request.getResponseHeader('x-request-id') }))
    }
    request.onerror = () => reject(unanswered('The connection broke during the upload.', true))
    request.onabort = () => reject(signal?.reason)
    signal?.addEventListener('abort', () => request.abort())
    if (signal?.aborted) return reject(signal.reason)
    request.send(file)
  })
}
