import { once } from 'node:events'
import { request } from 'node:http'

const PIECE = Buffer.alloc(1024 * 1024, 'podium')

/** Sends that many bytes over a new socket. Returns the seconds until the server has confirmed them. */
export async function send(
  address: string,
  bytes: number,
  headers: Record<string, string> = {},
  piece = PIECE,
): Promise<number> {
  const began = performance.now()
  const upload = request(address, {
    method: 'PUT',
    headers: { ...headers, 'content-type': 'application/octet-stream', 'content-length': bytes },
  })
  const answered = once(upload, 'response')
  // A refusal comes before everything is sent.
  answered.catch(() => undefined)
  for (let sent = 0; sent < bytes; sent += piece.length)
    if (!upload.write(piece.subarray(0, Math.min(piece.length, bytes - sent)))) await once(upload, 'drain')
  upload.end()
  const [response] = await answered
  if (response.statusCode !== 200) throw new Error(`The upload was answered with ${response.statusCode}.`)
  response.resume()
  await once(response, 'end')
  return (performance.now() - began) / 1000
}
