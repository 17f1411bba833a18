import type { AccountRole, permissions, WorkspaceRole } from '@podium/contract/rules/permissions.ts'
import type { Route } from '@podium/contract/wire/route.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'

/** The caller: a signed-in account, or the person at the server's own host (`host`, without an account). */
export interface Caller {
  account_id: string | null
  username: string
  display_name: string
  role: AccountRole
  login_type: 'static' | 'ldap' | 'oidc' | 'host'
  must_change_password: boolean
  host: boolean
  /** hash of the session's token; null for the host and for access tokens */
  session: Buffer | null
  /** set if the call came with an access token instead of a session */
  access_token: { hash: Buffer; scope: 'read' | 'full' } | null
  /** the client's address */
  address: string
  request_id: string
}

export type ScopedKind =
  | 'workspace'
  | 'solution'
  | 'version'
  | 'instance'
  | 'stream'
  | 'run'
  | 'data_set'
  | 'schedule'

/** The object of a call, with its workspace and the caller's role there, as found when the rights were checked. */
export interface ScopedObject {
  kind: ScopedKind
  id: string
  name: string
  created_by: string | null
  workspace_id: string
  workspace_name: string
  workspace_number: number
  s3_bucket_name: string
  /** null without a membership; the caller is then an administrator */
  role: WorkspaceRole | null
  members_may_only_look: boolean
}

type Parsed<S> = S extends z.ZodMiniType ? z.output<S> : Record<string, never>
type IsOpen<R extends Route> = (typeof permissions)[R['allow']] extends 'open' ? true : false

export interface Call<R extends Route> {
  params: Parsed<R['params']>
  query: Parsed<R['query']>
  body: Parsed<R['body']>
  caller: IsOpen<R> extends true ? Caller | null : Caller
  object: R['scope'] extends 'none' ? null : ScopedObject | (R['scope'] extends 'query-or-all' ? null : never)
  request: FastifyRequest
  reply: FastifyReply
  /** aborts when the client disconnects */
  signal: AbortSignal
}

/** A reply as it comes from the database: null in a text field is sent as ''. */
export type Sent<T> = T extends string
  ? T | null
  : T extends readonly (infer I)[]
    ? readonly Sent<I>[]
    : T extends object
      ? { [K in keyof T]: Sent<T[K]> }
      : T

/** A handler's result: the reply for JSON calls, or a stream (anything reply.send accepts) for bytes and events. */
export type Answer<R extends Route> = R['transport'] extends 'bytes' | 'events'
  ? unknown
  : Sent<z.input<R['reply']>>

export type Handler<R extends Route> = (call: Call<R>) => Promise<Answer<R>>

declare module 'fastify' {
  interface FastifyContextConfig {
    podium?: Route
  }
  interface FastifyRequest {
    caller: Caller | null
    object: ScopedObject | null
    idempotency: { actor: string; key: string } | null
  }
}
