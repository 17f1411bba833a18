import { NO_PROXIES, type ProxySettings, proxyAt, proxySettings } from '@podium/contract/wire/proxy.ts'
import { proxiesOf } from '@podium/engines/python-settings.ts'
import type { Settings } from './settings.ts'

/** The proxies for requests that leave the site. */
export interface Proxies {
  /** for requests of the server itself */
  server: ProxySettings
  /** environment variables for programs in runs; empty if runs get no proxy */
  runs: Record<string, string>
}

export const WITHOUT_PROXIES: Proxies = { server: NO_PROXIES, runs: {} }

/**
 * Reads the proxies from the usual environment variables. Errors are added to the settings' problems, without the
 * address, which may hold a password.
 */
export function readProxies(settings: Settings, env: Record<string, string | undefined>): Proxies {
  const server = proxySettings(env)
  for (const [name, set] of [
    ['HTTP_PROXY', server.http],
    ['HTTPS_PROXY', server.https],
  ] as const)
    if (set !== null && proxyAt(set) === null)
      settings.problems.push(
        `${name}: give the address of a proxy, such as http://proxy.example.org:3128, or unset it.`,
      )
  const forRuns = settings.choice('PODIUM_RUN_PROXY', ['off', 'on'], 'off') === 'on'
  return { server, runs: forRuns ? proxiesOf(env) : {} }
}
