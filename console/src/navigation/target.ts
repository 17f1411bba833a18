import { inside } from '../ui/base-path.ts'

/** The query of an address. */
export type Search = Readonly<Record<string, string | undefined>>

/** An address in the console: spread it on a Link, or pass it to navigate. */
export interface Target {
  to: string
  params?: Record<string, string>
  search?: Search | undefined
}

export function hrefOf({ to, params = {}, search = {} }: Target): string {
  const path = to.replaceAll(/\$(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  return inside(path) + stringifySearch(search)
}

/** Parses a query into strings: the last value of a repeated name counts, and '5' stays '5'. */
export function parseSearch(query: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(query))
}

/** Writes a query without empty values. */
export function stringifySearch(search: Record<string, unknown>): string {
  const filled = Object.entries(search).flatMap(([name, value]) =>
    value === undefined || value === null || value === '' ? [] : [[name, String(value)]],
  )
  return filled.length === 0 ? '' : `?${new URLSearchParams(filled)}`
}
