import { type ProxySettings, proxyFor } from '@podium/contract/wire/proxy.ts'
import type { ProxyAgent, RequestInit } from 'undici'

interface ProxiedMessage {
  headers: Record<string, string>
  body: string | Buffer
  signal?: AbortSignal
}

/** Posts the body through a proxy and returns the status, without reading the answer's body. */
export async function postThrough(proxy: URL, url: URL, message: ProxiedMessage): Promise<number> {
  const { request } = await import('undici')
  const dispatcher = await agentFor(proxy)
  try {
    const { statusCode } = await request(url, { method: 'POST', ...message, dispatcher })
    return statusCode
  } finally {
    await dispatcher.destroy()
  }
}

/** Works like fetch, through the proxy that the settings name for the address. */
export function createFetch(settings: ProxySettings): typeof fetch {
  const agents = new Map<string, Promise<ProxyAgent>>()
  return async (input, init) => {
    const url = new URL(String(input))
    const proxy = proxyFor(url, settings)
    if (proxy === null) return fetch(url, init)
    const agent = agents.get(proxy.href) ?? agentFor(proxy)
    agents.set(proxy.href, agent)
    const { fetch: ask } = await import('undici')
    // The library's types and Node's describe the same objects.
    const answer = await ask(url, { ...(init as RequestInit), dispatcher: await agent })
    return answer as unknown as Response
  }
}

/** Loads the library only if there is a proxy. The agent makes a tunnel for https and none for http. */
async function agentFor(proxy: URL): Promise<ProxyAgent> {
  const { ProxyAgent } = await import('undici')
  return new ProxyAgent({ uri: proxy.href, proxyTunnel: false })
}
