import type { Route } from '@podium/contract/route.ts'
import type * as z from 'zod/mini'

type Nothing = Record<never, never>

/** One part of a call's arguments: required only where the route requires something in it. */
type Part<R, K extends 'params' | 'query' | 'body'> = R extends { [k in K]: infer S extends z.ZodMiniType }
  ? Nothing extends z.input<S>
    ? { [k in K]?: z.input<S> }
    : { [k in K]: z.input<S> }
  : Nothing

/** What names the object of a call: enough to build its address. */
export type AddressOf<R extends Route> = Part<R, 'params'> & Part<R, 'query'>

/** What a call of the route takes. */
export type ArgumentsOf<R extends Route> = AddressOf<R> & Part<R, 'body'>

export type ReplyOf<R extends Route> = z.output<R['reply']>

/** The arguments may be left out where nothing in them is required. */
export type MaybeLeftOut<A> = Nothing extends A ? [args?: A] : [args: A]
