import type { FastifyRequest } from 'fastify'

/** The part of the settings that names the public address. */
interface Public {
  public_url: URL | null
}

/** The path, such as `/podium`, that a proxy puts before all addresses of this server; '' without one. */
export function basePath({ public_url }: Public): string {
  return public_url?.pathname.replace(/\/+$/, '') ?? ''
}

/** The public address with its path and without a trailing slash; null if not configured. */
export function publicAddress(config: Public): string | null {
  return config.public_url && config.public_url.origin + basePath(config)
}

/** This server's address: the configured one, else the one this caller used. No trailing slash. */
export function addressOf(request: FastifyRequest, config: Public): string {
  return publicAddress(config) ?? `${request.protocol}://${request.host}`
}

/** The address without the path prefix, which a proxy may have stripped already. */
export function withoutBase(url: string, base: string): string {
  const rest = url.startsWith(base) ? url.slice(base.length) : url
  if (base === '' || rest === url) return url
  if (rest.startsWith('/')) return rest
  return rest === '' || rest.startsWith('?') ? `/${rest}` : url
}
