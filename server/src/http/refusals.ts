import { type ErrorCode, errors } from '@podium/contract/rules/errors.ts'
import { type Grant, permissions } from '@podium/contract/rules/permissions.ts'
import { takesKey } from '@podium/contract/wire/repeatable.ts'
import type { Route } from '@podium/contract/wire/route.ts'
import { WITH_OLD_PASSWORD, WITH_PASSWORD_ONLY } from './authorize.ts'
import { takesAnyHost } from './gate.ts'

/** An invalid query or body, an unexpected error and an unreachable database are possible in each call. */
const ANYWHERE = [422, 500, 503]

/**
 * All errors of a call: its own, and those that gate, session, rights, body and Idempotency-Key add for its kind of
 * call.
 */
export function refusalsOf(route: Route): ErrorCode[] {
  const grant: Grant = permissions[route.allow]
  const [open, unsafe] = [grant === 'open', route.method !== 'GET']
  return [
    'GATE.BUSY',
    ...when(!takesAnyHost(route), 'GATE.HOST'),
    ...when(unsafe || route.guarded, 'GATE.ORIGIN', 'GATE.ADDRESS'),
    ...when(takesJson(route), 'GATE.TYPE', 'GATE.LARGE'),
    ...when(!open, 'SESSION.NONE'),
    ...when(!open && !WITH_OLD_PASSWORD.has(route.allow), 'SESSION.PASSWORD'),
    ...when(WITH_PASSWORD_ONLY.has(route.allow), 'ACCESS_TOKEN.SIGN_IN'),
    ...when(!open && (unsafe || route.guarded), 'ACCESS_TOKEN.READ_ONLY'),
    ...when(!open && grant !== 'account', 'NOT.ALLOWED'),
    ...when(grant === 'contributor' || grant === 'maker', 'WORKSPACE.ONLY_LOOK'),
    ...when(grant === 'maker', 'DELETE.BUILT_ON'),
    ...when(route.scope !== 'none' || route.params, 'NOT.FOUND'),
    ...when(takesKey(route), 'IDEMPOTENCY.KEY', 'IDEMPOTENCY.BODY', 'IDEMPOTENCY.BUSY'),
    ...route.errors,
  ]
}

/** All statuses of a call's answers. */
export function statusesOf(route: Route): Set<number> {
  const refused = refusalsOf(route).map((code) => errors[code].status)
  return new Set([200, ...(route.otherStatuses ?? []), ...refused, ...ANYWHERE])
}

export function takesJson({ method, transport }: Route): boolean {
  return method !== 'GET' && transport === 'json'
}

function when(holds: unknown, ...codes: ErrorCode[]): ErrorCode[] {
  return holds ? codes : []
}
