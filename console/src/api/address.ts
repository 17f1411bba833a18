import type { Route } from '@podium/contract/route.ts'
import type { AddressOf } from './route-types.ts'

interface Parts {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
}

/** The address of a call, for links and downloads too. What is empty in the query is left out. */
export function addressOf<R extends Route>(route: R, args: AddressOf<R>): string {
  const { params = {}, query = {} }: Parts = args
  const path = route.path.replaceAll(/\{(\w+)(\*?)\}/g, (_, name: string, rest: string) => {
    const value = String(params[name] ?? '')
    return rest ? value.split('/').map(encodeURIComponent).join('/') : encodeURIComponent(value)
  })
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === null || value === '' ? [] : [[name, String(value)]],
  )
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`
}
