import { createHmac } from 'node:crypto'

/**
 * What the header `Podium-Signature` says of a body: when it was sent, in seconds since 1970, and an HMAC of both, so that
 * who has the secret knows that it comes from here and is not sent again later.
 */
export function signatureOf(secret: string, body: string | Buffer, at: number): string {
  const code = createHmac('sha256', secret).update(`${at}.`).update(body).digest('hex')
  return `t=${at},v1=${code}`
}
