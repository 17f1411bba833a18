import { proxyFor, proxySettings } from '@podium/contract/wire/proxy.ts'

/** One per proxy, so that calls share its connections. */
const agents = new Map<string, import('undici').ProxyAgent>()

/** Returns the proxy that the environment sets for an address; null if there is none. */
export function proxyOf(address: string): URL | null {
  return proxyFor(new URL(address), proxySettings(process.env))
}

/** Like fetch, but through the proxy that the environment sets for the address. */
export async function fetchThroughProxy(address: string, init: RequestInit = {}): Promise<Response> {
  const proxy = proxyOf(address)
  if (proxy === null) return fetch(address, init)
  // Loaded only if needed, because it would delay every command.
  const undici = await import('undici')
  const dispatcher = agents.get(proxy.href) ?? new undici.ProxyAgent({ uri: proxy.href, proxyTunnel: false })
  agents.set(proxy.href, dispatcher)
  const answer = await undici.fetch(address, { ...(init as import('undici').RequestInit), dispatcher })
  return answer as unknown as Response
}
