import { bigserial, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './accounts.ts'

/** Who did what to what: written in the transaction of the change itself; the serving role cannot change it. */
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
