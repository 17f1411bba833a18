import { fail } from '@podium/contract/rules/errors.ts'
import type { Route } from '@podium/contract/wire/route.ts'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { hasBody } from './connections/body-deadline.ts'
import { isForwarded } from './connections/forwarded.ts'
import { hostName, isLoopbackName } from './connections/host-names.ts'

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE'])

/** True if the request has one of these browser headers, which Node's own fetch does not send. */
export function isBrowser(request: FastifyRequest): boolean {
  return request.headers.origin !== undefined || request.headers['sec-fetch-site'] !== undefined
}

export function isSafe(request: FastifyRequest): boolean {
  return SAFE.has(request.method)
}

/** True for unsafe methods, and for safe ones whose route carries a secret or a check. */
export function isGuarded(request: FastifyRequest): boolean {
  return !isSafe(request) || request.routeOptions.config.podium?.guarded === true
}

/** Probes and pods of runs may use any name or address. */
export function takesAnyHost({ id, allow }: Route): boolean {
  return id === 'readHealth' || id === 'readReadiness' || allow === 'run.report'
}

/** Admits or refuses a request before any of its body is read. */
export function passGate(request: FastifyRequest, config: Config): void {
  const route = request.routeOptions.config.podium
  if (!route || !takesAnyHost(route)) checkHost(request, config)
  if (!isGuarded(request)) return
  if (isBrowser(request)) checkOrigin(request, config)
  if (isSafe(request)) return
  checkType(request)
}

/** Otherwise a page of another site could make its own name resolve to this server and read everything. */
function checkHost(request: FastifyRequest, config: Config): void {
  const name = hostName(request.host)
  const allowed =
    isLoopbackName(name) ||
    config.allowed_hosts.some((each) => hostName(each) === name) ||
    name === hostName(config.public_url?.host ?? '')
  if (!allowed || name === '') fail('GATE.HOST', { host: request.host.slice(0, 200) })
}

/** `same-site` is another port of this host, which may be any program, so only the console itself passes. */
function checkOrigin(request: FastifyRequest, config: Config): void {
  const site = request.headers['sec-fetch-site']
  if (site === 'same-origin') return
  if (site === 'none' && !hasBody(request.raw)) return
  if (site !== undefined) fail('GATE.ORIGIN')
  const page = request.headers.origin ?? ''
  const own = ownOrigins(request, config)
  if (own.includes(page)) return
  if (own.some((each) => URL.canParse(page) && new URL(each).hostname === new URL(page).hostname))
    fail('GATE.ADDRESS', { page, own: own.join(' or ') })
  fail('GATE.ORIGIN')
}

/**
 * The console's own origins, for browsers that do not name the site: the public address, the requested host with the
 * port that a trusted proxy names, and the allowed hosts that have a port. Any other port of the host is another
 * program.
 */
function ownOrigins(request: FastifyRequest, { allowed_hosts, public_url }: Config): string[] {
  const { host, protocol } = request
  const port = isForwarded(request) ? request.headers['x-forwarded-port'] : undefined
  const hosts = [host, ...(port ? [`${hostName(host)}:${port}`] : []), ...allowed_hosts.filter(hasPort)]
  const origins = hosts.map((each) => `${protocol}://${each}`).filter((each) => URL.canParse(each))
  // in the form that browsers send: without the protocol's default port
  return [...new Set([...(public_url ? [public_url] : []), ...origins].map((each) => new URL(each).origin))]
}

function hasPort(host: string): boolean {
  return /:\d+$/.test(host)
}

/**
 * A page of another site can send text/plain, forms and untyped bodies without permission, so a browser must declare
 * JSON as JSON. Registration clients send JSON untyped or as a form, so a program's body is always read as JSON.
 */
function checkType(request: FastifyRequest): void {
  const upload = request.routeOptions.config.podium?.transport === 'upload'
  const type = request.headers['content-type']
  const isJson = /^application\/json(\s*;|$)/i.test(type ?? '')
  if (!upload && isBrowser(request) && hasBody(request.raw) && !isJson) fail('GATE.TYPE')
  if (upload) request.raw.headers['content-type'] = 'application/octet-stream'
  else if (hasBody(request.raw)) request.raw.headers['content-type'] = 'application/json'
  else delete request.raw.headers['content-type']
}
