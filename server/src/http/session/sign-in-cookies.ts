import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import { browserCookie, cookiePath, isPlain, readCookie, readCookies } from '../cookies.ts'

/**
 * The cookies of sign-ins in progress at the identity provider, needed when the browser returns from that other site.
 * Each sign-in has its own, named after its state, so that two tabs may sign in at once.
 */

const SECONDS = 600
/** Maximum number of sign-ins in progress per browser. */
const MAX_BEGUN = 5
/** Maximum bytes of all of them, because proxies refuse headers of more than 8 KiB. */
const MAX_BYTES = 6 * 1024

function prefix(request: FastifyRequest, config: Config): string {
  return isPlain(request, config) ? 'podium-sign-in-' : `${browserCookie(config)}-sign-in-`
}

function nameOf(request: FastifyRequest, config: Config, state: string): string {
  return prefix(request, config) + createHash('sha256').update(state).digest('base64url').slice(0, 16)
}

function cookie(request: FastifyRequest, config: Config, name: string, value: string): string {
  const secure = isPlain(request, config) ? '' : '; Secure'
  return `${name}=${value}; Path=${cookiePath(config)}; Max-Age=${value ? SECONDS : 0}; HttpOnly; SameSite=Lax${secure}`
}

/** Stores a sign-in in progress, and deletes the oldest ones if there is no room. */
export function signInCookies(
  request: FastifyRequest,
  config: Config,
  { state, sealed }: { state: string; sealed: string },
): string[] {
  const name = nameOf(request, config, state)
  const newestFirst = [[name, sealed] as const, ...begunIn(request, config).reverse()]
  let bytes = 0
  const evicted = newestFirst.filter(([each, value], at) => {
    bytes += each.length + value.length
    return at > 0 && (at >= MAX_BEGUN || bytes > MAX_BYTES)
  })
  return [
    cookie(request, config, name, sealed),
    ...evicted.map(([each]) => cookie(request, config, each, '')),
  ]
}

function begunIn(request: FastifyRequest, config: Config): [name: string, value: string][] {
  return readCookies(request).filter(([name]) => name.startsWith(prefix(request, config)))
}

export function readSignInCookie(request: FastifyRequest, config: Config, state: string): string | null {
  return readCookie(request, nameOf(request, config, state))
}

/** Deletes the cookie of a finished sign-in. */
export function usedSignInCookie(request: FastifyRequest, config: Config, state: string): string {
  return cookie(request, config, nameOf(request, config, state), '')
}
