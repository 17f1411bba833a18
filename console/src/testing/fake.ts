import { addressAt, type ReplyOf } from '@podium/contract/wire/call.ts'
import type { Route } from '@podium/contract/wire/route.ts'
import type * as z from 'zod/mini'

/** A call as a fake server receives it. */
export interface FakeCall {
  path: string
  query: URLSearchParams
  body: Record<string, unknown>
  headers: Record<string, string>
}

/** A call of a route. The values of its query are texts, as the address has them. */
interface CallOf<R extends Route> {
  query: R['query'] extends z.ZodMiniType ? Partial<Record<keyof z.output<R['query']>, string>> : Nothing
  body: R['body'] extends z.ZodMiniType ? z.output<R['body']> : Nothing
  headers: Record<string, string>
}
type Nothing = Record<never, never>

type AnswerOf<R extends Route> = (call: CallOf<R>) => ReplyOf<R> | Response

/** A route with parameters in its path is faked for one object. */
type Faked<R extends Route> = R['params'] extends z.ZodMiniType
  ? [params: z.input<R['params']>, answer: AnswerOf<R>]
  : [answer: AnswerOf<R>]

/** Answers a call of the contract with its reply, or with a refusal: an entry of a fake server. */
export function fake<R extends Route>(
  { method, path }: R,
  ...faked: Faked<R>
): Record<string, (call: FakeCall) => Response> {
  const [params, answer] = (faked.length === 1 ? [{}, ...faked] : faked) as [Nothing, AnswerOf<R>]
  return {
    [`${method} ${addressAt(path.replace('/api/v1', ''), { params })}`]: ({ query, body, headers }) => {
      const call = { query: Object.fromEntries(query), body, headers } as unknown as CallOf<R>
      const reply = answer(call)
      return reply instanceof Response ? reply : Response.json(reply)
    },
  }
}

/** An answer other than 200. */
export function refused(status: number, detail: unknown): Response {
  return Response.json({ detail }, { status })
}
