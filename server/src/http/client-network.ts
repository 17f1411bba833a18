import { isIP } from 'node:net'

/** What one client has to itself: an IPv4 address, or the first half of an IPv6 address, of whose rest it has as many as it likes. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  if (isIP(plain) !== 6) return plain
  const [front = [], back] = plain.split('::').map((part) => part.split(':').filter(Boolean))
  const filled = back ? [...front, ...Array(8 - front.length - back.length).fill('0'), ...back] : front
  return filled
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}
