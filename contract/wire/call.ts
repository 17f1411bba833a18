import type * as z from 'zod/mini'
import type { Route } from './route.ts'

type Nothing = Record<never, never>

/** One part of a call's arguments, required only if the route requires something in it. */
type Part<R, K extends 'params' | 'query' | 'body'> = R extends { [k in K]: infer S extends z.ZodMiniType }
  ? Nothing extends z.input<S>
    ? { [k in K]?: z.input<S> }
    : { [k in K]: z.input<S> }
  : Nothing

/** The arguments that name the object of a call, enough to build its address. */
export type AddressOf<R extends Route> = Part<R, 'params'> & Part<R, 'query'>

/** All arguments of a call of the route. */
export type ArgumentsOf<R extends Route> = AddressOf<R> & Part<R, 'body'>

export type ReplyOf<R extends Route> = z.output<R['reply']>

/** The query of a call as its route parses it. */
export type QueryOf<R extends Route> = R['query'] extends z.ZodMiniType ? z.output<R['query']> : never

/** The arguments are optional if nothing in them is required. */
export type MaybeLeftOut<A> = Nothing extends A ? [args?: A] : [args: A]

export interface Parts {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
}

/** The address of a call, also for links and downloads. Empty query values are left out; a list repeats its name. */
export function addressOf<R extends Route>(route: R, args: AddressOf<R>): string {
  return addressAt(route.path, args)
}

/** The same if only the path of a call is known. */
export function addressAt(pattern: Route['path'], { params = {}, query = {} }: Parts): string {
  const path = pattern.replaceAll(/\{(\w+)(\*?)\}/g, (_, name: string, rest: string) => {
    const value = String(params[name] ?? '')
    return rest ? value.split('/').map(encodeURIComponent).join('/') : encodeURIComponent(value)
  })
  const sent = Object.entries(query).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).flatMap((each): [string, string][] =>
      each === undefined || each === null || each === '' ? [] : [[name, String(each)]],
    ),
  )
  return sent.length === 0 ? path : `${path}?${new URLSearchParams(sent)}`
}
