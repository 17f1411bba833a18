import type { Transaction } from '@podium/database/connect.ts'
import { auditEvents } from '@podium/database/schema/audit.ts'

/** The actor of an event: a caller, or the product itself. */
export interface Actor {
  account_id: string | null
  username: string
  address: string | null
  request_id: string | null
}

/** The actor of automatic actions, e.g. when a time is up. */
export const podium: Actor = { account_id: null, username: 'podium', address: null, request_id: null }

export interface AuditEvent {
  /** the action, as `{kind}.{verb}`, e.g. `workspace.create` */
  action: string
  object_kind: string
  object_id: string
  object_name: string
  workspace_id?: string | null
  /** the changed fields before and after; never a secret */
  before?: Record<string, unknown>
  after?: Record<string, unknown>
}

/** The event's reference to its object. */
export function namedObject(
  object_kind: string,
  { id, name, workspace_id }: { id: string; name: string; workspace_id: string | null },
) {
  return { object_kind, object_id: id, object_name: name, workspace_id }
}

/** Writes the event in the transaction of the action, so that both happen or neither. */
export async function record(tx: Transaction, actor: Actor, event: AuditEvent): Promise<void> {
  await tx.insert(auditEvents).values({
    actor_id: actor.account_id,
    actor_name: actor.username,
    address: actor.address,
    request_id: actor.request_id,
    ...event,
  })
}
