import * as z from 'zod/mini'
import { route } from './route.ts'
import { count, id, inWorkspace, listQuery, nothing, openObject, text, time } from './shapes.ts'

/** One change: who made it, from where, to what. `before` and `after` hold the fields that changed, never a secret. */
export const auditEvent = z.object({
  /** in the order they were written; never given twice */
  id: z.int(),
  at: time,
  /** null: the product itself, or the person at the server's own host */
  actor_id: z.nullable(id),
  actor_name: z.string(),
  address: text,
  request_id: text,
  /** `{kind}.{deed}`, e.g. `workspace.create` */
  action: z.string(),
  object_kind: z.string(),
  object_id: z.string(),
  object_name: z.string(),
  workspace_id: z.nullable(id),
  /** '' where the workspace is gone, or where there was none */
  workspace_name: text,
  before: z.nullable(openObject),
  after: z.nullable(openObject),
})
export type AuditEvent = z.infer<typeof auditEvent>

const word = z.optional(z.string().check(z.maxLength(1000)))

/** `from` and `to` are a day or an instant; a day as `to` counts wholly, an instant does not. */
const filters = {
  ...inWorkspace,
  action: word,
  object_kind: word,
  object_id: word,
  actor: word,
  from: word,
  to: word,
}

export const listAudit = route({
  id: 'listAudit',
  method: 'GET',
  path: '/api/v1/audit',
  summary: 'What was changed, by page, the newest first; without a workspace all of it, for administrators',
  allow: 'audit.read',
  scope: 'query-or-all',
  query: listQuery(['at', 'actor_name', 'action', 'object_name'], filters),
  reply: z.object({ events: z.array(auditEvent), total: count }),
})

const exportQuery = z.object({ q: z.optional(z.string().check(z.maxLength(200))), ...filters })

export const exportAuditCsv = route({
  id: 'exportAuditCsv',
  method: 'GET',
  path: '/api/v1/audit.csv',
  summary: 'What was changed, as a table for spreadsheets, the newest first',
  allow: 'audit.read',
  scope: 'query-or-all',
  transport: 'bytes',
  query: exportQuery,
  reply: nothing,
})

export const exportAuditLines = route({
  id: 'exportAuditLines',
  method: 'GET',
  path: '/api/v1/audit.jsonl',
  summary: 'What was changed, one JSON object a line, the newest first',
  allow: 'audit.read',
  scope: 'query-or-all',
  transport: 'bytes',
  query: exportQuery,
  reply: nothing,
})
