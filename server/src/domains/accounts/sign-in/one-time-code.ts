import { randomBytes } from 'node:crypto'
import { limits } from '@podium/contract/rules/rules.ts'
import { Secret, TOTP } from 'otpauth'
import { renderSVG } from 'uqr'

/** RFC 6238 with the parameters of every authenticator app: SHA-1, six digits, half a minute. */
const PERIOD_S = 30
const SECRET_BYTES = 20
/** accepts this many steps before and after too: clocks differ, and people type slowly */
const WINDOW = 1

/** True if the text has the form of a code; the library accepts fewer forms than it is given. */
export function isOneTimeCode(text: string): boolean {
  return /^[0-9]{6}$/.test(text)
}

export function newSecret(): Buffer {
  return randomBytes(SECRET_BYTES)
}

/** The secret for an authenticator app: as text, as an address, and as a picture of the address. */
export function describeSecret(secret: Buffer, username: string) {
  const totp = totpOf(secret, username)
  const uri = totp.toString()
  const picture = renderSVG(uri, { ecc: 'M', border: 4 })
  return { secret: totp.secret.base32, uri, qr: `data:image/svg+xml,${encodeURIComponent(picture)}` }
}

/**
 * The time step of a code, or null.
 * @param at milliseconds since 1970
 */
export function stepOf(secret: Buffer, code: string, at: number): number | null {
  if (!isOneTimeCode(code)) return null
  const delta = totpOf(secret).validate({ token: code, timestamp: at, window: WINDOW })
  return delta === null ? null : Math.floor(at / 1000 / PERIOD_S) + delta
}

function totpOf(secret: Buffer, username?: string): TOTP {
  return new TOTP({
    issuer: 'Podium',
    ...(username !== undefined && { label: username }),
    secret: new Secret({ buffer: new Uint8Array(secret).buffer }),
    algorithm: 'SHA1',
    digits: limits.one_time_code,
    period: PERIOD_S,
  })
}
