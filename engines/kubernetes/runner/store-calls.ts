import { once } from 'node:events'
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** Timeout of the store's own address, which may be unreachable from here. */
const SILENCE_MS = 15_000

/** Reads from the address. @throws an error without the address, which is a secret */
export async function getFrom(address: string): Promise<Readable> {
  const request = begin(address, 'GET')
  request.end()
  return answerOf(await once(request, 'response'))
}

/** @throws an error without the address, also if the file has fewer bytes */
export async function putTo(address: string, file: Readable, bytes: number): Promise<void> {
  const request = begin(address, 'PUT', { 'content-length': bytes })
  const [answer] = await Promise.all([once(request, 'response'), pipeline(file, wholly(bytes), request)])
  answerOf(answer).resume()
}

function begin(address: string, method: string, headers: Record<string, number> = {}): ClientRequest {
  const ask = address.startsWith('https:') ? httpsRequest : httpRequest
  const request = ask(address, { method, headers, timeout: SILENCE_MS })
  // The connection may break after the answer, when nothing waits for it any more.
  request.on('error', () => undefined)
  return request.on('timeout', () => request.destroy(new Error('The store does not answer.')))
}

function answerOf([answer]: IncomingMessage[]): IncomingMessage {
  if (answer?.statusCode === 200) return answer
  answer?.destroy()
  throw new Error(`The store answers ${answer?.statusCode}.`)
}

/** Fails if bytes are missing, because the store would wait for them. */
function wholly(bytes: number) {
  return async function* (file: AsyncIterable<Buffer>) {
    let left = bytes
    for await (const chunk of file) {
      left -= chunk.length
      yield chunk
    }
    if (left > 0) throw new Error('The file became shorter while it was sent.')
  }
}
