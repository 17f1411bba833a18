import { createHmac } from 'node:crypto'

/**
 * The header `Podium-Signature` of a body: the time of sending, in seconds since 1970, and an HMAC of time and body.
 * Receivers with the secret can verify the sender and detect replays.
 */
export function signatureOf(secret: string, body: string | Buffer, at: number): string {
  const code = createHmac('sha256', secret).update(`${at}.`).update(body).digest('hex')
  return `t=${at},v1=${code}`
}
