import type { Transaction } from '@podium/database/connect.ts'
import { auditEvents } from '@podium/database/schema/audit.ts'

/** Who did it: a caller, or the product itself. */
export interface Actor {
  account_id: string | null
  username: string
  address: string | null
  request_id: string | null
}

/** What the product does by itself, e.g. when a time is up. */
export const podium: Actor = { account_id: null, username: 'podium', address: null, request_id: null }

export interface AuditEvent {
  /** what was done, as `{kind}.{verb}`, e.g. `workspace.create` */
  action: string
  object_kind: string
  object_id: string
  object_name: string
  workspace_id?: string | null
  /** the fields that changed, as they were and as they are; never a secret */
  before?: Record<string, unknown>
  after?: Record<string, unknown>
}

/** How an event names the object that it is about. */
export function namedObject(
  object_kind: string,
  { id, name, workspace_id }: { id: string; name: string; workspace_id: string | null },
) {
  return { object_kind, object_id: id, object_name: name, workspace_id }
}

/** Writes what was done in the transaction that does it: both happen, or neither. */
export async function record(tx: Transaction, actor: Actor, event: AuditEvent): Promise<void> {
  await tx.insert(auditEvents).values({
    actor_id: actor.account_id,
    actor_name: actor.username,
    address: actor.address,
    request_id: actor.request_id,
    ...event,
  })
}
