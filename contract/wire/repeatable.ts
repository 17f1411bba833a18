import { permissions } from '../rules/permissions.ts'
import type { Route } from './route.ts'

/** True if an Idempotency-Key is honoured: the call makes something, and its answer may be kept. */
export function takesKey({ method, transport, secret, allow }: Route): boolean {
  return method === 'POST' && transport === 'json' && !secret && permissions[allow] !== 'open'
}
