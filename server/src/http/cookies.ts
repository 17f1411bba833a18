import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { isLoopbackName } from './host-names.ts'

/** The browser's cookie: the prefix keeps every other host, port and path from setting it. */
export const BROWSER_COOKIE = '__Host-podium'
/** The browser's cookie over plain http on a host name, where browsers drop Secure cookies. */
export const PLAIN_COOKIE = 'podium'
/** The cookie that registration clients read and send back by hand. */
export const PROGRAM_COOKIE = 'access-token'
const SIGN_IN_COOKIE = '__Host-podium-sign-in'
const PLAIN_SIGN_IN_COOKIE = 'podium-sign-in'

export function readCookie(request: FastifyRequest, name: string): string | null {
  for (const part of request.headers.cookie?.split(';') ?? []) {
    const [key, ...value] = part.split('=')
    if (key?.trim() === name) return value.join('=').trim()
  }
  return null
}

/** Whether this request came over plain http to a host where that is allowed and Secure cookies are lost. */
function isPlain(request: FastifyRequest, config: Config): boolean {
  return config.insecure_http && request.protocol === 'http' && !isLoopbackName(request.host)
}

/** The cookie that carries a new session to this client. */
export function sessionCookie(
  request: FastifyRequest,
  config: Config,
  kind: 'browser' | 'program',
  token: string,
): string {
  const plain = isPlain(request, config)
  const name = kind === 'program' ? PROGRAM_COOKIE : plain ? PLAIN_COOKIE : BROWSER_COOKIE
  return `${name}=${token}; Path=/; HttpOnly; SameSite=Strict${plain ? '' : '; Secure'}`
}

/** Takes every cookie of ours back. */
export function clearedCookies(): string[] {
  return [BROWSER_COOKIE, PLAIN_COOKIE, PROGRAM_COOKIE].map(
    (name) =>
      `${name}=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict${name === PLAIN_COOKIE ? '' : '; Secure'}`,
  )
}

const SIGN_IN_SECONDS = 600

/** What a sign-in at the identity provider needs when the browser comes back from there, which is another site. */
export function signInCookie(request: FastifyRequest, config: Config, sealed: string): string {
  const plain = isPlain(request, config)
  const name = plain ? PLAIN_SIGN_IN_COOKIE : SIGN_IN_COOKIE
  return `${name}=${sealed}; Path=/; Max-Age=${sealed ? SIGN_IN_SECONDS : 0}; HttpOnly; SameSite=Lax${plain ? '' : '; Secure'}`
}

export function readSignInCookie(request: FastifyRequest, config: Config): string | null {
  return readCookie(request, isPlain(request, config) ? PLAIN_SIGN_IN_COOKIE : SIGN_IN_COOKIE)
}
