import { BlockList, isIP } from 'node:net'

/** The values of HTTP_PROXY, HTTPS_PROXY and NO_PROXY; null if not set. */
export interface ProxySettings {
  http: string | null
  https: string | null
  none: string | null
}

/** All requests go directly. */
export const NO_PROXIES: ProxySettings = { http: null, https: null, none: null }

/** Returns the settings from environment variables. The lower-case spelling wins, as in curl and Python. */
export function proxySettings(variables: Record<string, string | undefined>): ProxySettings {
  const value = (name: string) => variables[name.toLowerCase()] || variables[name] || null
  return { http: value('HTTP_PROXY'), https: value('HTTPS_PROXY'), none: value('NO_PROXY') }
}

/**
 * Returns the proxy for a request, or null for a direct connection. The local machine is always reached directly.
 * NO_PROXY holds names (including their subdomains), addresses and networks (10.0.0.0/8), each with an optional port,
 * or `*`.
 */
export function proxyFor(url: URL, { http, https, none }: ProxySettings): URL | null {
  const set = url.protocol === 'https:' ? https : http
  if (set === null || isHere(url.hostname)) return null
  const isExempt = (none ?? '').split(/[\s,]+/).some((entry) => entry !== '' && holds(entry, url))
  return isExempt ? null : proxyAt(set)
}

/** Returns the proxy address in a setting, in which http:// is optional; null if it is no proxy address. */
export function proxyAt(set: string): URL | null {
  // curl's name for a SOCKS proxy that resolves names itself, as all do here
  const address = set.includes('://') ? set.replace(/^socks5h:/, 'socks5:') : `http://${set}`
  if (!URL.canParse(address)) return null
  const url = new URL(address)
  return /^(https?|socks5):$/.test(url.protocol) && url.hostname !== '' ? url : null
}

function isHere(hostname: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
}

function holds(entry: string, { hostname, port, protocol }: URL): boolean {
  if (entry === '*') return true
  const [, name = entry, only] = /^(\[.*\]|[^:]*):(\d+)$/.exec(entry) ?? []
  if (only !== undefined && only !== (port || (protocol === 'https:' ? '443' : '80'))) return false
  const host = hostname.replace(/^\[|\]$/g, '')
  const [wanted = '', bits] = name
    .toLowerCase()
    .replace(/^\[|\](?=$|\/)/g, '')
    .split('/')
  if (isIP(wanted) !== 0) return isIP(host) !== 0 && isIn(host, wanted, bits)
  const plain = wanted.replace(/^\*?\./, '')
  return plain !== '' && (host === plain || host.endsWith(`.${plain}`))
}

function isIn(host: string, address: string, bits?: string): boolean {
  const network = new BlockList()
  const most = isIP(address) === 6 ? 128 : 32
  const prefix = bits === undefined ? most : Number(bits)
  if (!(Number.isInteger(prefix) && prefix >= 0 && prefix <= most)) return false
  network.addSubnet(address, prefix, familyOf(address))
  return network.check(host, familyOf(host))
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4'
}
