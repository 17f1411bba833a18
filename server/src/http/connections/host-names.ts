const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/** The host in a header, without its port and in lower case. */
export function hostName(host: string): string {
  return host.replace(/:\d*$/, '').toLowerCase()
}

export function isLoopbackName(host: string): boolean {
  return LOOPBACK.has(hostName(host))
}
