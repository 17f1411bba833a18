import { bigint, bigserial, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './accounts.ts'

/** The audit log. Events are written in the transaction of the change; the serving role cannot change them. */
export const auditEvents = pgTable(
  'audit_events',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    at: instant('at').notNull().defaultNow(),
    actor_id: uuid('actor_id'),
    actor_name: text('actor_name').notNull(),
    address: text('address'),
    request_id: text('request_id'),
    action: text('action').notNull(),
    object_kind: text('object_kind').notNull(),
    object_id: text('object_id').notNull(),
    object_name: text('object_name').notNull(),
    workspace_id: uuid('workspace_id'),
    before: jsonb('before'),
    after: jsonb('after'),
  },
  (table) => [
    index('audit_events_workspace').on(table.workspace_id, table.id),
    index('audit_events_object').on(table.object_kind, table.object_id, table.id),
  ],
)

/** How far the audit log has been delivered to an external destination, and which server delivers. */
export const auditStreams = pgTable('audit_streams', {
  name: text('name').primaryKey(),
  /** id of the last delivered event */
  delivered: bigint('delivered', { mode: 'number' }).notNull().default(0),
  owner: text('owner').notNull(),
  lease_until: instant('lease_until').notNull(),
  /** why the next events cannot be delivered, in a sentence; null if they can */
  trouble: text('trouble'),
})
