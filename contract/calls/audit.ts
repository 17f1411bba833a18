import * as z from 'zod/mini'
import { type ListRules, route } from '../wire/route.ts'
import {
  count,
  id,
  inWorkspace,
  listQuery,
  nothing,
  openObject,
  searched,
  text,
  time,
} from '../wire/shapes.ts'

/** One change: the actor, the address and the object. `before` and `after` hold the changed fields, never a secret. */
export const auditEvent = z.object({
  /** ascending in the order of writing, never reused */
  id: z.int(),
  at: time,
  /** null for the product itself and for the person at the server's host */
  actor_id: z.nullable(id),
  actor_name: z.string(),
  address: text,
  request_id: text,
  /** `{kind}.{action}`, e.g. `workspace.create` */
  action: z.string(),
  object_kind: z.string(),
  object_id: z.string(),
  object_name: z.string(),
  workspace_id: z.nullable(id),
  /** '' if the workspace was deleted or there was none */
  workspace_name: text,
  before: z.nullable(openObject),
  after: z.nullable(openObject),
})
export type AuditEvent = z.infer<typeof auditEvent>

const word = (meaning: string) => z.optional(z.string().check(z.maxLength(1000))).check(z.describe(meaning))

const filters = {
  ...inWorkspace,
  action: word("One action, e.g. 'workspace.create'"),
  object_kind: word("Changes of objects of that kind, e.g. 'workspace'"),
  object_id: word('Changes of the object with that id'),
  actor: word('Changes made by the account with this ID'),
  from: word('A day of UTC or an instant; earlier changes are left out'),
  to: word('A day of UTC (included) or an instant (excluded); later changes are left out'),
}

const AUDIT_LIST = {
  sorts: ['at', 'actor_name', 'action', 'object_name'],
  defaultSort: '-at',
  filters: {
    actor: null,
    action: null,
    object_kind: null,
    object_id: null,
    workspace_id: null,
    from: null,
    to: null,
  },
} as const satisfies ListRules

export const listAudit = route({
  id: 'listAudit',
  method: 'GET',
  path: '/api/v1/audit',
  summary: 'Changes by page, newest first; administrators may leave out the workspace to see all',
  allow: 'audit.read',
  scope: 'query-or-all',
  reads: ['audit'],
  list: AUDIT_LIST,
  query: listQuery(AUDIT_LIST.sorts, filters),
  reply: z.object({ events: z.array(auditEvent), total: count }),
})

const exportQuery = z.object({ q: searched, ...filters })

export const exportAuditCsv = route({
  id: 'exportAuditCsv',
  method: 'GET',
  path: '/api/v1/audit.csv',
  summary: 'Changes as CSV, newest first',
  allow: 'audit.read',
  scope: 'query-or-all',
  reads: [],
  transport: 'bytes',
  query: exportQuery,
  reply: nothing,
  media: 'text/csv; charset=utf-8',
})

export const exportAuditLines = route({
  id: 'exportAuditLines',
  method: 'GET',
  path: '/api/v1/audit.jsonl',
  summary: 'Changes as JSON Lines, newest first',
  allow: 'audit.read',
  scope: 'query-or-all',
  reads: [],
  transport: 'bytes',
  query: exportQuery,
  reply: nothing,
  media: 'application/jsonl; charset=utf-8',
})
