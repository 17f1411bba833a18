import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { addressIn } from './client-network.ts'

/**
 * Rewrites what proxies say about the client into the one form that Fastify reads. Whether the proxy is trusted is
 * Fastify's to decide.
 */
export function normaliseForwarded(headers: IncomingHttpHeaders): void {
  const { 'x-forwarded-for': hops, 'x-forwarded-proto': protocols } = headers
  if (hops !== undefined) headers['x-forwarded-for'] = knownHops(String(hops)).join(', ')
  if (protocols !== undefined) headers['x-forwarded-proto'] = clientProtocol(String(protocols))
}

/**
 * The hops without ports, from the server back to the first that is no address. The proxy behind it reported that one,
 * so that proxy counts as the client: what stands further left may be the client's own invention.
 */
function knownHops(hops: string): string[] {
  const addresses = hops.split(',').map(addressIn)
  return addresses.slice(addresses.lastIndexOf(null) + 1) as string[]
}

/** Each proxy adds how it was reached, so https anywhere means that the browser's page was opened by https. */
function clientProtocol(protocols: string): 'https' | 'http' {
  return protocols.split(',').some((each) => each.trim().toLowerCase() === 'https') ? 'https' : 'http'
}

/** True if a trusted proxy passed the request on and named its client. */
export function isForwarded({ ips }: FastifyRequest): boolean {
  return ips !== undefined && ips.length > 1
}
