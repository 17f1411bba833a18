import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { basePath } from './address.ts'
import { isLoopbackName } from './connections/host-names.ts'

/** The browser's cookie. The prefix keeps every other host, port and path from setting it. */
const BROWSER_COOKIE = '__Host-podium'
/** The same below a path, which that prefix does not allow. */
const BROWSER_COOKIE_OF_PATH = '__Secure-podium'
/** The browser's cookie over plain http on a host name, where browsers drop Secure cookies. */
export const PLAIN_COOKIE = 'podium'
/** The cookie that registration clients read and send back themselves. */
export const PROGRAM_COOKIE = 'access-token'
/** The cookies of a request by their names, in the order that the browser sent them: the oldest first. */
export function readCookies(request: FastifyRequest): [name: string, value: string][] {
  const parts = request.headers.cookie?.split(';') ?? []
  return parts.map((part) => {
    const [name = '', ...value] = part.split('=')
    return [name.trim(), value.join('=').trim()]
  })
}

export function readCookie(request: FastifyRequest, name: string): string | null {
  return readCookies(request).find(([each]) => each === name)?.[1] ?? null
}

/** True if the request came over plain http to a host that allows it, where Secure cookies are lost. */
export function isPlain(request: FastifyRequest, config: Config): boolean {
  return config.insecure_http && request.protocol === 'http' && !isLoopbackName(request.host)
}

export function browserCookie(config: Config): string {
  return basePath(config) === '' ? BROWSER_COOKIE : BROWSER_COOKIE_OF_PATH
}

/** The path of all cookies of this server. */
export function cookiePath(config: Config): string {
  return basePath(config) || '/'
}

/** The cookie that carries a new session to this client. */
export function sessionCookie(
  request: FastifyRequest,
  config: Config,
  kind: 'browser' | 'program',
  token: string,
): string {
  const plain = isPlain(request, config)
  const name = kind === 'program' ? PROGRAM_COOKIE : plain ? PLAIN_COOKIE : browserCookie(config)
  return `${name}=${token}; Path=${cookiePath(config)}; HttpOnly; SameSite=Strict${plain ? '' : '; Secure'}`
}

/** Deletes all our cookies. */
export function clearedCookies(config: Config): string[] {
  return [browserCookie(config), PLAIN_COOKIE, PROGRAM_COOKIE].map(
    (name) =>
      `${name}=; Path=${cookiePath(config)}; Max-Age=0; HttpOnly; SameSite=Strict${name === PLAIN_COOKIE ? '' : '; Secure'}`,
  )
}
