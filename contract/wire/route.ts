import type { ZodMiniType } from 'zod/mini'
import type { ErrorCode } from '../rules/errors.ts'
import type { Permission } from '../rules/permissions.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * How the workspace is found in which a call needs rights: from the object it names, never from a parameter beside it.
 * - `none`: no workspace is involved
 * - `query`: the workspace named by `workspace_id` (or `workspace_name`) in the query, which is required
 * - `query-or-all`: the same, but an administrator may leave it out to mean every workspace
 * - `{ queried: <query parameter> }`: the workspace that this parameter names. The call is chosen if the query has the
 *   parameter, so it can share its address with a call that is chosen otherwise
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

/** The kinds of records that answers contain and changes make stale. */
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

/** The query rules of a list, as plain data that the browser bundle contains too. */
export interface ListRules {
  /** the fields it can be sorted by */
  sorts: readonly string[]
  /** such as `-created_at` */
  defaultSort: string
  /** the names of its filters with their allowed values; null allows any text */
  filters: Readonly<Record<string, readonly string[] | null>>
}

/** A list with one fixed order and neither search nor filters. */
export const NEWEST_FIRST = { sorts: [], defaultSort: '', filters: {} } as const satisfies ListRules

/** The kind of transfer: JSON both ways, a raw upload, or a stream of bytes or events as the answer. */
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
  /** for GET: the kinds of records in its answer. A change that touches one of them makes the answer stale */
  reads?: readonly RecordKind[]
  /** for any other call: the kinds of records it changes */
  touches?: readonly RecordKind[]
  /** for a list that a page shows: its query rules */
  list?: ListRules
  transport: Transport
  params?: ZodMiniType
  query?: ZodMiniType
  body?: ZodMiniType
  reply: ZodMiniType
  /** the media type of the bytes in the answer, if known */
  media?: string
  /** further media types of the answer, if one address serves several */
  otherMedia?: readonly string[]
  /** beside 200: partial bytes (206), a redirect to them (302), unchanged (304), the same reply with bad news (503) */
  otherStatuses?: readonly (206 | 302 | 304 | 503)[]
  /** errors of the call itself; errors of gate, session, rights and body follow from the rest */
  errors: readonly ErrorCode[]
  /** the GET carries a secret or a check, so the gate treats it like an unsafe method */
  guarded?: true
  /** the answer holds a secret that is not stored, so an Idempotency-Key does not replay it */
  secret?: true
}

type Declared<D> = D extends { transport: infer T } ? T : 'json'

/**
 * Declares a call once. The server's validation, serialisation and authorisation, the console's client, the OpenAPI
 * document and the authorisation tests are all derived from it. `allow` has no default.
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
