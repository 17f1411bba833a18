import type { Route } from '@podium/contract/route.ts'

interface KeyedCall {
  method: Route['method']
  address: string
  body: string | undefined
}

let lost: (KeyedCall & { key: string }) | undefined

/** The key of a call that makes something. Signing in makes nothing that a second try would double. */
export function keyFor(route: Route, call: KeyedCall): string | undefined {
  if (route.method !== 'POST' || route.path.startsWith('/api/v1/auth/')) return undefined
  if (lost && lost.address === call.address && lost.body === call.body) return lost.key
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Keeps the key of a call whose session was lost, for the same call made once more: it cannot count twice. */
export function keepKey(call: KeyedCall, key: string | undefined): void {
  lost = key === undefined ? undefined : { ...call, key }
}
