import { fail } from '@podium/contract/rules/errors.ts'
import type { Route } from '@podium/contract/wire/route.ts'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { hasBody } from './connections/body-deadline.ts'
import { isForwarded } from './connections/forwarded.ts'
import { hostName, isLoopbackName } from './connections/host-names.ts'

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE'])

/** A request with one of these headers comes from a browser; Node's own fetch sends neither. */
export function isBrowser(request: FastifyRequest): boolean {
  return request.headers.origin !== undefined || request.headers['sec-fetch-site'] !== undefined
}

export function isSafe(request: FastifyRequest): boolean {
  return SAFE.has(request.method)
}

/** A safe method whose route carries a secret or a check counts as unsafe. */
export function isGuarded(request: FastifyRequest): boolean {
  return !isSafe(request) || request.routeOptions.config.podium?.guarded === true
}

/** What watches over the server, and the pods of runs, may call it by any name or address. */
export function takesAnyHost({ id, allow }: Route): boolean {
  return id === 'readHealth' || id === 'readReadiness' || allow === 'run.report'
}

/** Lets a request in or refuses it, before anything of its body is read. */
export function passGate(request: FastifyRequest, config: Config): void {
  const route = request.routeOptions.config.podium
  if (!route || !takesAnyHost(route)) checkHost(request, config)
  if (!isGuarded(request)) return
  if (isBrowser(request)) checkOrigin(request, config)
  if (isSafe(request)) return
  checkType(request)
}

/** Without this a page of another site could make its own name resolve to this server and read everything. */
function checkHost(request: FastifyRequest, config: Config): void {
  const name = hostName(request.host)
  const allowed =
    isLoopbackName(name) ||
    config.allowed_hosts.some((each) => hostName(each) === name) ||
    name === hostName(config.public_url?.host ?? '')
  if (!allowed || name === '') fail('GATE.HOST', { host: request.host.slice(0, 200) })
}

/** `same-site` is another port of this host, which may be any program: only the console itself passes. */
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
 * The origins of the console where the browser names no site: the public address, the host that was asked for, with the
 * port that a trusted proxy names beside it, and the allowed hosts that are given with a port. Any other port of the host
 * is another program.
 */
function ownOrigins(request: FastifyRequest, { allowed_hosts, public_url }: Config): string[] {
  const { host, protocol } = request
  const port = isForwarded(request) ? request.headers['x-forwarded-port'] : undefined
  const hosts = [host, ...(port ? [`${hostName(host)}:${port}`] : []), ...allowed_hosts.filter(hasPort)]
  const origins = hosts.map((each) => `${protocol}://${each}`).filter((each) => URL.canParse(each))
  // as browsers write it: without the protocol's own port
  return [...new Set([...(public_url ? [public_url] : []), ...origins].map((each) => new URL(each).origin))]
}

function hasPort(host: string): boolean {
  return /:\d+$/.test(host)
}

/**
 * A page of another site can send text/plain, forms and bodies without a type unasked, so a browser's JSON must
 * say that it is JSON. Registration clients send theirs without a type or as a form: from a program it is read
 * as JSON whatever it says.
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
