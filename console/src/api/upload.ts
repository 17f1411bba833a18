import { answerOf } from '@podium/contract/wire/answer.ts'
import type { AddressOf, ReplyOf } from '@podium/contract/wire/call.ts'
import type { Route } from '@podium/contract/wire/route.ts'
import { addressOf } from './address-of.ts'
import { ApiError, notPodiums, unanswered } from './api-error.ts'
import { currentWatch } from './watch.ts'

export interface UploadOptions {
  onProgress?: (sent: number, total: number) => void
  signal?: AbortSignal
}

/**
 * Uploads a file as the body of the call. There is no time limit, because it may be long.
 * @throws ApiError; status 0 if the connection broke
 * @throws the signal's reason if the caller aborted
 */
export async function upload<R extends Route>(
  route: R,
  args: AddressOf<R>,
  file: Blob,
  { onProgress, signal }: UploadOptions = {},
): Promise<ReplyOf<R>> {
  const signIn = currentWatch().signIn()
  const request = new XMLHttpRequest()
  request.open(route.method, addressOf(route, args))
  request.setRequestHeader('content-type', 'application/octet-stream')
  await sent(request, file, { onProgress: (bytes) => onProgress?.(bytes, file.size), signal })
  const { status, responseText: body } = request
  const headers = { get: (name: string) => request.getResponseHeader(name) }
  const answer = answerOf({ status, headers, body })
  if (!answer.isPodiums) throw notPodiums(answer.fault, { isChange: true, bytes: file.size })
  if (isDone(request)) return answer.body as ReplyOf<R>
  if (status === 401 && signIn !== null)
    currentWatch().sessionLost({ route, again: () => upload(route, args, file) }, signIn)
  throw new ApiError({ status, body: answer.body, requestId: headers.get('x-request-id') })
}

/**
 * Sends bytes to an address of the object store, without Podium's headers.
 * @throws ApiError with status 0, even if the store refuses them
 * @throws the signal's reason if the caller aborted
 */
export async function sendToStore(address: string, bytes: Blob, options: Sending): Promise<void> {
  const request = new XMLHttpRequest()
  request.open('PUT', address)
  await sent(request, bytes, options)
  if (!isDone(request)) throw broken()
}

interface Sending {
  onProgress: (sent: number) => void
  signal: AbortSignal | undefined
}

/** XMLHttpRequest, because fetch does not report upload progress. */
function sent(request: XMLHttpRequest, body: Blob, { onProgress, signal }: Sending): Promise<void> {
  return new Promise((resolve, reject) => {
    request.upload.onprogress = ({ loaded }) => onProgress(loaded)
    request.onload = () => resolve()
    request.onerror = () => reject(broken())
    request.onabort = () => reject(signal?.reason)
    signal?.addEventListener('abort', () => request.abort())
    if (signal?.aborted) return reject(signal.reason)
    request.send(body)
  })
}

function isDone({ status }: XMLHttpRequest): boolean {
  return status >= 200 && status < 300
}

function broken(): ApiError {
  return unanswered('The connection broke during the upload.', true)
}
