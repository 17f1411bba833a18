import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** 256 random bits, as text that fits into a cookie and an address. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** The stored form of a token, which is useless to a reader of the database. */
export function hashOfToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

export function sameToken(one: string, other: string): boolean {
  return timingSafeEqual(hashOfToken(one), hashOfToken(other))
}
