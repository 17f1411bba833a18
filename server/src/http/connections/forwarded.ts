import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { addressIn } from './client-network.ts'

/**
 * Rewrites the client information of proxies into the one form that Fastify reads. Fastify decides if the proxy is
 * trusted.
 */
export function normaliseForwarded(headers: IncomingHttpHeaders): void {
  const { 'x-forwarded-for': hops, 'x-forwarded-proto': protocols } = headers
  if (hops !== undefined) headers['x-forwarded-for'] = knownHops(String(hops)).join(', ')
  if (protocols !== undefined) headers['x-forwarded-proto'] = clientProtocol(String(protocols))
}

/**
 * The hops without ports, from the server back to the first that is no address. The proxy that reported it then counts
 * as the client, because anything further left may be the client's invention.
 */
function knownHops(hops: string): string[] {
  const addresses = hops.split(',').map(addressIn)
  return addresses.slice(addresses.lastIndexOf(null) + 1) as string[]
}

/** Each proxy adds the protocol that reached it, so https anywhere means that the browser used https. */
function clientProtocol(protocols: string): 'https' | 'http' {
  return protocols.split(',').some((each) => each.trim().toLowerCase() === 'https') ? 'https' : 'http'
}

/** True if a trusted proxy forwarded the request and named its client. */
export function isForwarded({ ips }: FastifyRequest): boolean {
  return ips !== undefined && ips.length > 1
}
