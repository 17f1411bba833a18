import { fail, failAt } from '@podium/contract/rules/errors.ts'
import {
  type Grant,
  may,
  mayOnlyLook,
  type Permission,
  permissions,
} from '@podium/contract/rules/permissions.ts'
import type { Route, Scope } from '@podium/contract/wire/route.ts'
import type { Database } from '@podium/database/connect.ts'
import type { FastifyRequest } from 'fastify'
import { askerOf, refuse } from './asker.ts'
import { madeItAlone, refuseDeletion } from './below.ts'
import type { Caller, ScopedKind, ScopedObject } from './call.ts'
import { isGuarded } from './gate.ts'
import { refuseRepeated } from './query.ts'
import { findObject, findWorkspace, namesWorkspace } from './scoped-objects.ts'

/** Permissions that remain while the account's password must be changed. */
export const WITH_OLD_PASSWORD = new Set<Permission>(['own-password.change', 'session.end'])

/** Query parameters that name a workspace, in both dialects. */
const NAMING = ['workspace_id', 'workspace_name']

/** Permissions that an access token never has, so that a person who finds one cannot gain more with it. */
export const WITH_PASSWORD_ONLY = new Set<Permission>([
  'own-password.change',
  'own-session.list',
  'own-session.end',
  'access-token.list',
  'access-token.make',
  'access-token.revoke',
  'second-factor.read',
  'second-factor.set',
  'second-factor.reset',
])

/**
 * Decides by the permission table and the caller's membership in the object's own workspace, before the body is read,
 * so a caller without rights learns nothing about fields. Objects that the caller may not see are answered like missing
 * ones.
 */
export async function authorize(
  database: Database,
  route: Route,
  request: FastifyRequest,
  caller: Caller | null,
): Promise<ScopedObject | null> {
  const grant: Grant = permissions[route.allow]
  if (grant === 'open') return null
  if (!caller) fail('SESSION.NONE')
  if (caller.must_change_password && !WITH_OLD_PASSWORD.has(route.allow)) fail('SESSION.PASSWORD')
  if (caller.access_token) checkAccessToken(route, request, caller.access_token.scope)
  if (route.scope === 'none') {
    if (!may(route.allow, askerOf(caller, null))) fail('NOT.ALLOWED')
    return null
  }
  refuseRepeated(request.query as Record<string, unknown>, workspaceParameters(route.scope))
  if (route.scope === 'query-or-all' && caller.role === 'ADMIN' && namesNone(request)) return null
  const object = await resolve(database, route.scope, request, caller)
  if (!object || (object.role === null && caller.role !== 'ADMIN')) fail('NOT.FOUND')
  const asker = askerOf(caller, object)
  if (may(route.allow, asker)) return object
  if (grant !== 'maker' || mayOnlyLook(route.allow, asker)) refuse(route.allow, asker)
  const madeIt = await madeItAlone(database, object, caller.account_id)
  if (!may(route.allow, { ...asker, madeIt })) await refuseDeletion(database, object, caller.account_id)
  return object
}

function checkAccessToken(route: Route, request: FastifyRequest, scope: 'read' | 'full'): void {
  if (WITH_PASSWORD_ONLY.has(route.allow)) fail('ACCESS_TOKEN.SIGN_IN')
  if (scope === 'read' && isGuarded(request)) fail('ACCESS_TOKEN.READ_ONLY')
}

async function resolve(
  database: Database,
  scope: Exclude<Scope, 'none'>,
  request: FastifyRequest,
  caller: Caller,
): Promise<ScopedObject | null> {
  const named = workspacesNamed(request.query as Record<string, unknown>)
  const object =
    typeof scope === 'string'
      ? await findWorkspace(database, named[0] ?? refuseMissing(), caller.account_id)
      : await byAddress(database, scope, request, caller.account_id)
  return object && named.every((name) => namesWorkspace(name, object)) ? object : null
}

function namesNone(request: FastifyRequest): boolean {
  return workspacesNamed(request.query as Record<string, unknown>).length === 0
}

/** The query parameters that name a workspace. Rights depend on them, so each may be given only once. */
function workspaceParameters(scope: Scope): string[] {
  return typeof scope === 'object' && 'queried' in scope ? [...NAMING, scope.queried] : NAMING
}

/** The workspaces named beside the object, in both dialects; each must be the object's own. */
function workspacesNamed(query: Record<string, unknown>): string[] {
  return NAMING.map((name) => query[name]).filter(
    (name): name is string => typeof name === 'string' && name !== '',
  )
}

async function byAddress(
  database: Database,
  scope: Exclude<Scope, string>,
  request: FastifyRequest,
  accountId: string | null,
): Promise<ScopedObject | null> {
  const params = request.params as Record<string, string>
  const find = (kind: Exclude<ScopedKind, 'workspace'>, name: string) =>
    findObject(database, kind, params[name] ?? '', accountId)
  if ('queried' in scope) {
    const query = request.query as Record<string, unknown>
    return findWorkspace(database, String(query[scope.queried] ?? ''), accountId)
  }
  if ('workspace' in scope) return findWorkspace(database, params[scope.workspace] ?? '', accountId)
  if ('solution' in scope) return find('solution', scope.solution)
  if ('version' in scope) return find('version', scope.version)
  if ('instance' in scope) return find('instance', scope.instance)
  if ('stream' in scope) return find('stream', scope.stream)
  if ('run' in scope) return find('run', scope.run)
  if ('data_set' in scope) return find('data_set', scope.data_set)
  if ('schedule' in scope) return find('schedule', scope.schedule)
  return (await find('stream', scope.streamOrRun)) ?? find('run', scope.streamOrRun)
}

function refuseMissing(): never {
  return failAt(['query', 'workspace_id'], 'Name the workspace: workspace_id is missing.', 'missing')
}
