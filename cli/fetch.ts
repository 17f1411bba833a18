import { proxyFor, proxySettings } from '@podium/contract/wire/proxy.ts'

/** One for each proxy, so that calls share its connections. */
const agents = new Map<string, import('undici').ProxyAgent>()

/** The proxy that the environment names for an address; null where there is none. */
export function proxyOf(address: string): URL | null {
  return proxyFor(new URL(address), proxySettings(process.env))
}

/** Asks as fetch does, through the proxy that the environment names for the address. */
export async function fetchThroughProxy(address: string, init: RequestInit = {}): Promise<Response> {
  const proxy = proxyOf(address)
  if (proxy === null) return fetch(address, init)
  // Most commands need none, and each would wait for the library to load.
  const undici = await import('undici')
  const dispatcher = agents.get(proxy.href) ?? new undici.ProxyAgent({ uri: proxy.href, proxyTunnel: false })
  agents.set(proxy.href, dispatcher)
  const answer = await undici.fetch(address, { ...(init as import('undici').RequestInit), dispatcher })
  return answer as unknown as Response
}
