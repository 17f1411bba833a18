import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'

const BRACKETED = /^\[([^\]]+)\](?::\d+)?$/
const WITH_PORT = /^([\d.]+):\d+$/

/** The address in an X-Forwarded-For entry, without port, quotes, brackets and zone; null if it holds none. */
export function addressIn(entry: string): string | null {
  const text = entry.trim().replace(/^"(.*)"$/, '$1')
  const address = plainAddress((BRACKETED.exec(text) ?? WITH_PORT.exec(text))?.[1] ?? text)
  return isIP(address) === 0 ? null : address
}

/** The client's address for limits, sessions and audit; IPv4 addresses on an IPv6 socket are written as IPv4. */
export function clientAddress({ ip }: Pick<FastifyRequest, 'ip'>): string {
  return plainAddress(ip ?? '')
}

const MAPPED = /^::ffff:([\da-f]+):([\da-f]+)$/

/** An address in its shortest form without a zone, IPv4-mapped IPv6 as IPv4; returns other text unchanged. */
function plainAddress(text: string): string {
  const bare = text.replace(/%.*$/, '')
  if (isIP(bare) !== 6) return text
  const address = new URL(`http://[${bare}]`).hostname.slice(1, -1)
  const groups = MAPPED.exec(address)?.slice(1) ?? []
  const bits = groups.map((group) => Number.parseInt(group, 16))
  return bits.length === 0 ? address : bits.flatMap((group) => [group >> 8, group & 255]).join('.')
}

/** The network of one client: an IPv4 address, or the first 64 bits of an IPv6 address, whose rest it can choose. */
export function networkOf(address: string): string {
  return networksOf(address).at(-1) ?? ''
}

/** The client's networks, widest first: for IPv6 the 48 bits of a customer come before the 64 bits. */
export function networksOf(address: string): string[] {
  const plain = plainAddress(address)
  if (isIP(plain) !== 6) return [plain]
  const [front = [], back] = plain.split('::').map((part) => part.split(':').filter(Boolean))
  const filled = back ? [...front, ...Array(8 - front.length - back.length).fill('0'), ...back] : front
  const half = filled.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16))
  return [half.slice(0, 3).join(':'), half.join(':')]
}
