import { addressAt, type ReplyOf } from '@podium/contract/wire/call.ts'
import type { Route } from '@podium/contract/wire/route.ts'
import { vi } from 'vitest'
import type * as z from 'zod/mini'

/** A call as a fake server receives it. */
export interface FakeCall {
  query: URLSearchParams
  body: Record<string, unknown>
  headers: Record<string, string>
}

declare const checked: unique symbol
/** Only `fake` makes one, so that the contract checks every reply. */
type Answering = ((call: FakeCall) => Promise<Response>) & { [checked]: true }

/** Answers by 'METHOD /path'; other calls get 404. */
export type FakeServer = Record<string, Answering>

/** A call of a route. The values of its query are texts, as the address has them. */
export interface CallOf<R extends Route> {
  query: R['query'] extends z.ZodMiniType ? Partial<Record<keyof z.output<R['query']>, string>> : Nothing
  /** the whole query as text */
  search: string
  body: R['body'] extends z.ZodMiniType ? z.output<R['body']> : Nothing
  headers: Record<string, string>
}
type Nothing = Record<never, never>

type Reply<R extends Route> = ReplyOf<R> | Response
type Answer<R extends Route> = (call: CallOf<R>) => Reply<R> | Promise<Reply<R>>
type AnswerOf<R extends Route> = Reply<R> | Answer<R>

/** A route with parameters in its path is faked for one object. */
type Faked<R extends Route> = R['params'] extends z.ZodMiniType
  ? [params: z.input<R['params']>, answer: AnswerOf<R>]
  : [answer: AnswerOf<R>]

/** Answers a call of the contract with its reply, a refusal, or what a function makes of the call. */
export function fake<R extends Route>({ method, path }: R, ...faked: Faked<R>): FakeServer {
  const [params, answer] = (faked.length === 1 ? [{}, ...faked] : faked) as [Nothing, AnswerOf<R>]
  const answering = async (asked: FakeCall) => {
    const reply = typeof answer === 'function' ? await (answer as Answer<R>)(callOf<R>(asked)) : answer
    return reply instanceof Response ? reply.clone() : Response.json(reply)
  }
  return { [`${method} ${addressAt(path.replace('/api/v1', ''), { params })}`]: answering as Answering }
}

function callOf<R extends Route>({ query, body, headers }: FakeCall): CallOf<R> {
  const call = { query: Object.fromEntries(query), search: query.toString(), body, headers }
  return call as unknown as CallOf<R>
}

let made: (FakeCall & { name: string })[] = []

/** Gives every call of the console to `answer`, by its name 'METHOD /path'. */
export function answerCalls(answer: (name: string, call: FakeCall) => Promise<Response>): void {
  made = []
  vi.stubGlobal('fetch', (address: string, init: RequestInit = {}) => {
    const url = new URL(address, 'http://podium.test')
    const name = `${init.method ?? 'GET'} ${url.pathname.replace('/api/v1', '')}`
    const body = JSON.parse(String(init.body ?? '{}'))
    const call = { query: url.searchParams, body, headers: Object.fromEntries(new Headers(init.headers)) }
    made.push({ name, ...call })
    return answer(name, call)
  })
}

/** The calls of a route that the fake server received, in order. */
export function callsOf<R extends Route>({ method, path }: R): CallOf<R>[] {
  const pattern = path
    .replace('/api/v1', '')
    .replaceAll(/\{\w+\}/g, '[^/]+')
    .replace(/\{\w+\*\}/, '.+')
  const isCalled = new RegExp(`^${method} ${pattern}$`)
  return made.filter(({ name }) => isCalled.test(name)).map((call) => callOf<R>(call))
}

export function bodiesOf<R extends Route>(route: R): CallOf<R>['body'][] {
  return callsOf(route).map(({ body }) => body)
}

/** Gives these answers one after another, and the last of them from then on. */
export function inTurn<T>(...answers: [T, ...T[]]): () => T {
  const [first, ...others] = answers
  let next = first
  return () => {
    const answer = next
    next = others.shift() ?? next
    return answer
  }
}

/** An answer other than 200. */
export function refused(status: number, detail: unknown): Response {
  return Response.json({ detail }, { status })
}
