import { isIP } from 'node:net'

/** What one client has to itself: an IPv4 address, or the first half of an IPv6 address, of whose rest it has as many as it likes. */
export function networkOf(address: string): string {
  return networksOf(address).at(-1) ?? ''
}

/** The same from the widest: before half of an IPv6 address the 48 bits that one customer has many such halves of. */
export function networksOf(address: string): string[] {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  if (isIP(plain) !== 6) return [plain]
  const [front = [], back] = plain.split('::').map((part) => part.split(':').filter(Boolean))
  const filled = back ? [...front, ...Array(8 - front.length - back.length).fill('0'), ...back] : front
  const half = filled.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16))
  return [half.slice(0, 3).join(':'), half.join(':')]
}
