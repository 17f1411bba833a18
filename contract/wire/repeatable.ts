import { permissions } from '../rules/permissions.ts'
import type { Route } from './route.ts'

/** True if an Idempotency-Key is honoured: the call creates something, and its answer may be stored. */
export function takesKey({ method, transport, secret, allow }: Route): boolean {
  return method === 'POST' && transport === 'json' && !secret && permissions[allow] !== 'open'
}
