/** The values of HTTP_PROXY, HTTPS_PROXY and NO_PROXY; null where one is not set. */
export interface ProxySettings {
  http: string | null
  https: string | null
  none: string | null
}

/** The proxy that a request goes through; null where it goes straight. */
export function proxyFor(
  { protocol, hostname, port }: URL,
  { http, https, none }: ProxySettings,
): URL | null {
  const set = protocol === 'https:' ? https : http
  if (!set) return null
  const isExempt = (none ?? '').split(/[\s,]+/).some((entry) => {
    const [name = '', only] = entry.replace(/^\*?\.?/, '').split(':')
    if (entry === '*') return true
    if (name === '' || (only !== undefined && only !== port)) return false
    return hostname === name || hostname.endsWith(`.${name}`)
  })
  return isExempt ? null : new URL(set.includes('://') ? set : `http://${set}`)
}

/** The settings in the variables of an environment, of which either spelling counts. */
export function proxySettings(variables: Record<string, string>): ProxySettings {
  const value = (name: string) => variables[name] ?? variables[name.toLowerCase()] ?? null
  return { http: value('HTTP_PROXY'), https: value('HTTPS_PROXY'), none: value('NO_PROXY') }
}
