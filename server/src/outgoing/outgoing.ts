import { lookup } from 'node:dns'
import { once } from 'node:events'
import { type IncomingMessage, request as requestPlain } from 'node:http'
import { request as requestEncrypted } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { NO_PROXIES, proxyFor } from '@podium/contract/wire/proxy.ts'
import { createAddressRule } from './address-rule.ts'
import { postThrough } from './through-proxy.ts'

const PATIENCE_MS = 10_000

/** The target is not allowed. The message names only its host. */
export class NotPermitted extends Error {}

export interface Message {
  headers: Record<string, string>
  body: string | Buffer
  signal?: AbortSignal
}

export type Outgoing = ReturnType<typeof createOutgoing>

/**
 * Sends to addresses that people enter. The rule checks the very address that is then connected to, so that DNS cannot
 * change in between, and no redirect is followed. If a proxy makes the connection, the rule cannot check it, so only
 * https to a name is allowed.
 * @param allowed internal networks that are allowed too
 */
export function createOutgoing(allowed: readonly string[], proxies = NO_PROXIES) {
  const isPermitted = createAddressRule(allowed)

  function lookupFor({ protocol, hostname }: URL): LookupFunction {
    return (name, options, done) => {
      lookup(name, { ...options, all: true }, (error, found) => {
        if (error) return done(error, [])
        const refused = found.find(({ address }) => !isPermitted(address, protocol === 'https:'))
        if (refused) return done(notPermitted(hostname, refused.address), [])
        if (options.all) return done(null, found)
        done(null, found[0]?.address ?? '', found[0]?.family)
      })
    }
  }

  function refuseLiteral({ protocol, hostname }: URL): void {
    const literal = hostname.replace(/^\[|\]$/g, '')
    if (isIP(literal) !== 0 && !isPermitted(literal, protocol === 'https:'))
      throw notPermitted(hostname, literal)
  }

  function refuseThroughProxy(url: URL): void {
    if (url.protocol === 'https:' && isIP(url.hostname.replace(/^\[|\]$/g, '')) === 0) return
    throw new NotPermitted(
      `${url.hostname} is not allowed as a target: through a proxy only https to a name is sent. Name it in NO_PROXY of the server where it is reached without the proxy.`,
    )
  }

  return {
    /**
     * Checks where the address leads now. An unresolvable name is allowed.
     * @throws NotPermitted
     */
    async check(url: URL): Promise<void> {
      if (proxyFor(url, proxies) !== null) return refuseThroughProxy(url)
      refuseLiteral(url)
      await new Promise<void>((pass, refuse) => {
        lookupFor(url)(url.hostname.replace(/^\[|\]$/g, ''), { all: true }, (error) =>
          error instanceof NotPermitted ? refuse(error) : pass(),
        )
      })
    },

    /**
     * Posts the body and returns the status, without reading the answer's body.
     * @throws NotPermitted, and errors of the connection, also if no answer comes within ten seconds
     */
    async post(url: URL, { headers, body, signal }: Message): Promise<number> {
      const limit = AbortSignal.timeout(PATIENCE_MS)
      const until = signal ? AbortSignal.any([signal, limit]) : limit
      const proxy = proxyFor(url, proxies)
      if (proxy !== null) {
        refuseThroughProxy(url)
        return postThrough(proxy, url, { headers, body, signal: until })
      }
      const isEncrypted = url.protocol === 'https:'
      refuseLiteral(url)
      const request = (isEncrypted ? requestEncrypted : requestPlain)(url, {
        method: 'POST',
        agent: false,
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
        lookup: lookupFor(url),
        signal: until,
      })
      request.end(body)
      try {
        const [response] = (await once(request, 'response')) as [IncomingMessage]
        return response.statusCode ?? 0
      } finally {
        request.on('error', () => undefined).destroy()
      }
    },
  }
}

function notPermitted(host: string, address: string): NotPermitted {
  const where = host === address || host === `[${address}]` ? host : `${host} (${address})`
  return new NotPermitted(
    `${where} is not allowed as a target: public addresses need https, and internal networks have to be listed in PODIUM_WEBHOOK_ALLOW.`,
  )
}
