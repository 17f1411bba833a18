import { inside } from '../ui/base-path.ts'

/** What stands behind the '?' of an address. */
export type Search = Readonly<Record<string, string | undefined>>

/** Somewhere in the console: spread it on a Link, or hand it to navigate. */
export interface Target {
  to: string
  params?: Record<string, string>
  search?: Search | undefined
}

/** The address of a place as the address bar shows it. */
export function hrefOf({ to, params = {}, search = {} }: Target): string {
  const path = to.replaceAll(/\$(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  return inside(path) + stringifySearch(search)
}

/** The query of an address as plain texts: what is sent twice counts once, and '5' stays '5'. */
export function parseSearch(query: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(query))
}

/** The other way round; what is empty is left out of the address. */
export function stringifySearch(search: Record<string, unknown>): string {
  const filled = Object.entries(search).flatMap(([name, value]) =>
    value === undefined || value === null || value === '' ? [] : [[name, String(value)]],
  )
  return filled.length === 0 ? '' : `?${new URLSearchParams(filled)}`
}
