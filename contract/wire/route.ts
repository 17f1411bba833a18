import type { ZodMiniType } from 'zod/mini'
import type { ErrorCode } from '../rules/errors.ts'
import type { Permission } from '../rules/permissions.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * Where the rights of a call come from: the object it names, never a parameter beside it.
 * - `none`: no workspace is touched
 * - `query`: the workspace named by `workspace_id` (or `workspace_name`) in the query, which is required
 * - `query-or-all`: the same, but an administrator may leave it out and means every workspace
 * - `{ queried: <query parameter> }`: the workspace that this parameter names. The call is the one meant where the query
 *   has it, so it may share its address with a call that is meant where it has not
 * - `{ <kind>: <path parameter> }`: the workspace of that object; a `workspace_id` beside it must be the same
 */
export type Scope =
  | 'none'
  | 'query'
  | 'query-or-all'
  | { queried: string }
  | { workspace: string }
  | { solution: string }
  | { version: string }
  | { instance: string }
  | { stream: string }
  | { run: string }
  | { schedule: string }
  | { streamOrRun: string }
  | { data_set: string }

/** The kinds of records there are: what a call's answer is made of, and what a change makes old. */
export type RecordKind =
  | 'access-request'
  | 'account'
  | 'audit'
  | 'data-set'
  | 'engine'
  | 'instance'
  | 'member'
  | 'model'
  | 'notification'
  | 'object'
  | 'preference'
  | 'retention'
  | 'run'
  | 'run-view'
  | 'schedule'
  | 'second-factor'
  | 'session'
  | 'solution'
  | 'stream'
  | 'token'
  | 'webhook'
  | 'variable'
  | 'workspace'

/** What the address of a list may say, as plain data that a browser carries too. */
export interface ListRules {
  /** the fields it can be sorted by */
  sorts: readonly string[]
  /** such as `-created_at` */
  defaultSort: string
  /** the names of its filters, with the values each may have; null takes any text */
  filters: Readonly<Record<string, readonly string[] | null>>
}

/** A list that has one order and neither search nor filters. */
export const NEWEST_FIRST = { sorts: [], defaultSort: '', filters: {} } as const satisfies ListRules

/** What travels: JSON both ways, a raw upload, or a stream of bytes or events as the answer. */
export type Transport = 'json' | 'upload' | 'bytes' | 'events'

export interface Route {
  /** the operation's name in the OpenAPI document */
  id: string
  method: Method
  /** with parameters as `{id}`; a trailing `{path*}` takes the rest of the address */
  path: string
  summary: string
  allow: Permission
  scope: Scope
  /** of a GET: the kinds of records its answer is made of. A change that touches one of them makes the answer old */
  reads?: readonly RecordKind[]
  /** of any other call: the kinds of records it changes */
  touches?: readonly RecordKind[]
  /** of a list that a page shows: what its address may say */
  list?: ListRules
  transport: Transport
  params?: ZodMiniType
  query?: ZodMiniType
  body?: ZodMiniType
  reply: ZodMiniType
  /** what the bytes of the answer are; without it nothing is known of them */
  media?: string
  /** what else the answer may be, where one address may mean either */
  otherMedia?: readonly string[]
  /** beside 200: part of the bytes (206), another address for them (302), what the client has already (304), or the same reply with bad news (503) */
  otherStatuses?: readonly (206 | 302 | 304 | 503)[]
  /** what the call itself can be refused with; what gate, session, rights and body add follows from the rest */
  errors: readonly ErrorCode[]
  /** the GET carries a secret or a check: the gate treats it like an unsafe method */
  guarded?: true
  /** the answer holds a secret that is kept nowhere: an Idempotency-Key does not replay it */
  secret?: true
}

type Declared<D> = D extends { transport: infer T } ? T : 'json'

/**
 * Declares a call once. The server's validation, serialisation and authorisation, the console's client, the
 * OpenAPI document and the authorisation tests are all made from it. `allow` has no default.
 */
export function route<
  const D extends Omit<Route, 'transport' | 'errors'> & {
    transport?: Transport
    errors?: readonly ErrorCode[]
  } & (
      | { method: 'GET'; reads: readonly RecordKind[] }
      | { method: Exclude<Method, 'GET'>; touches: readonly RecordKind[] }
    ),
>(declared: D): D & { transport: Declared<D>; errors: readonly ErrorCode[] } {
  const errors: readonly ErrorCode[] = declared.errors ?? []
  return { ...declared, errors, transport: (declared.transport ?? 'json') as Declared<D> }
}
