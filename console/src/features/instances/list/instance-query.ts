import { type Instance, listInstances, OPERATION_STATUSES } from '@podium/contract/instances.ts'
import { q } from '../../../api/query.ts'
import type { ListQuery, ListRules } from '../../../navigation/list-state.ts'

export type InstanceSort = 'name' | 'created_at' | 'updated_at'
export type InstanceFilter = 'status' | 'tag' | 'solution_id' | 'view' | 'ws'
export type InstanceListQuery = ListQuery<InstanceSort, InstanceFilter>

/** `view` and `ws` filter nothing; they stay in the address. */
export const INSTANCE_RULES: ListRules<InstanceSort, InstanceFilter> = {
  sorts: ['name', 'created_at', 'updated_at'],
  defaultSort: '-updated_at',
  filters: { status: OPERATION_STATUSES, tag: null, solution_id: null, view: ['instances'], ws: null },
}

/** The page of instances that the address asks for. */
export function instanceQuery(
  workspace_id: string,
  { page, page_size, sort, q: text, filters }: InstanceListQuery,
) {
  const { status, tag, solution_id } = filters
  return q(listInstances, {
    query: {
      workspace_id,
      page,
      page_size,
      sort,
      q: text,
      status: status as Instance['operation_status'] | undefined,
      tag,
      solution_id,
    },
  })
}

/** Whether anything but the search narrows the list. */
export function isFiltered({ filters }: InstanceListQuery): boolean {
  return [filters.status, filters.tag, filters.solution_id].some((value) => value !== undefined)
}
