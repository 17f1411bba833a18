import { listWorkspaces } from '@podium/contract/workspaces.ts'
import { q } from '../../../api/query.ts'
import type { ListQuery, ListRules } from '../../../navigation/list-state.ts'

type WorkspaceSort = 'name' | 'member_count' | 'updated_at' | 's3_bucket_name'

export const WORKSPACE_RULES: ListRules<WorkspaceSort, never> = {
  sorts: ['name', 'member_count', 'updated_at', 's3_bucket_name'],
  defaultSort: 'name',
}

/** The page of workspaces that the address asks for. */
export function workspaceQuery({ page, page_size, sort, q: text }: ListQuery<WorkspaceSort, never>) {
  return q(listWorkspaces, { query: { page, page_size, sort, q: text } })
}
