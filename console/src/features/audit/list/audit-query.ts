import { listAudit } from '@podium/contract/audit.ts'
import { q } from '../../../api/query.ts'
import type { ListQuery, ListRules } from '../../../navigation/list-state.ts'

type AuditSort = 'at' | 'actor_name' | 'action' | 'object_name'

export type AuditFilter = 'actor' | 'action' | 'object_kind' | 'object_id' | 'workspace_id' | 'from' | 'to'

export type AuditListQuery = ListQuery<AuditSort, AuditFilter>

export const AUDIT_RULES: ListRules<AuditSort, AuditFilter> = {
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
}

/**
 * What the address asks for, but page and order: the same for the list and for its files.
 * @param only the workspace that a manager reads about
 */
export function wantedAudit({ q: text, filters }: AuditListQuery, only: string | undefined) {
  return { q: text, ...filters, ...(only !== undefined && { workspace_id: only }) }
}

/** The page of events that the address asks for. */
export function auditQuery(query: AuditListQuery, only: string | undefined) {
  const { page, page_size, sort } = query
  return q(listAudit, { query: { page, page_size, sort, ...wantedAudit(query, only) } })
}
