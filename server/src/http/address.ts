import type { FastifyRequest } from 'fastify'

/** The part of the settings that names the public address. */
interface Public {
  public_url: URL | null
}

/** The path that a proxy puts before all addresses of this server, as `/podium`; '' where the server has a host of its own. */
export function basePath({ public_url }: Public): string {
  return public_url?.pathname.replace(/\/+$/, '') ?? ''
}

/** The address that people open, with its path and no slash at its end; null where no setting says so. */
export function publicAddress(config: Public): string | null {
  return config.public_url && config.public_url.origin + basePath(config)
}

/** The address people reach this server by: as configured, else as this caller did. No slash at its end. */
export function addressOf(request: FastifyRequest, config: Public): string {
  return publicAddress(config) ?? `${request.protocol}://${request.host}`
}

/** The address of a request without the path before it. A proxy that takes that path away leaves nothing to do here. */
export function withoutBase(url: string, base: string): string {
  const rest = url.startsWith(base) ? url.slice(base.length) : url
  if (base === '' || rest === url) return url
  if (rest.startsWith('/')) return rest
  return rest === '' || rest.startsWith('?') ? `/${rest}` : url
}
