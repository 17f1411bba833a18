import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'

const BRACKETED = /^\[([^\]]+)\](?::\d+)?$/
const WITH_PORT = /^([\d.]+):\d+$/

/** The address in an entry of X-Forwarded-For, without its port, quotes, brackets and zone; null if it holds none. */
export function addressIn(entry: string): string | null {
  const text = entry.trim().replace(/^"(.*)"$/, '$1')
  const address = plainAddress((BRACKETED.exec(text) ?? WITH_PORT.exec(text))?.[1] ?? text)
  return isIP(address) === 0 ? null : address
}

/** The address that limits, sessions and audit know a client by: an IPv4 address is written as one also where the socket is IPv6. */
export function clientAddress({ ip }: Pick<FastifyRequest, 'ip'>): string {
  return plainAddress(ip ?? '')
}

const MAPPED = /^::ffff:([\da-f]+):([\da-f]+)$/

/** An address in its shortest notation and without a zone; as IPv4 where IPv6 only wraps that. Other text as it is. */
function plainAddress(text: string): string {
  const bare = text.replace(/%.*$/, '')
  if (isIP(bare) !== 6) return text
  const address = new URL(`http://[${bare}]`).hostname.slice(1, -1)
  const groups = MAPPED.exec(address)?.slice(1) ?? []
  const bits = groups.map((group) => Number.parseInt(group, 16))
  return bits.length === 0 ? address : bits.flatMap((group) => [group >> 8, group & 255]).join('.')
}

/** What one client has to itself: an IPv4 address, or the first half of an IPv6 address, of whose rest it has as many as it likes. */
export function networkOf(address: string): string {
  return networksOf(address).at(-1) ?? ''
}

/** The same from the widest: before half of an IPv6 address the 48 bits that one customer has many such halves of. */
export function networksOf(address: string): string[] {
  const plain = plainAddress(address)
  if (isIP(plain) !== 6) return [plain]
  const [front = [], back] = plain.split('::').map((part) => part.split(':').filter(Boolean))
  const filled = back ? [...front, ...Array(8 - front.length - back.length).fill('0'), ...back] : front
  const half = filled.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16))
  return [half.slice(0, 3).join(':'), half.join(':')]
}
