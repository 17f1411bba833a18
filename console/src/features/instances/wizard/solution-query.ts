import { MODES } from '@podium/contract/metadata.ts'
import { listSolutions } from '@podium/contract/solutions.ts'
import { q } from '../../../api/query.ts'
import type { ListQuery, ListRules } from '../../../navigation/list-state.ts'

type Sort = 'name' | 'updated_at'
type Filter = 'pipeline'

export const SOLUTION_RULES: ListRules<Sort, Filter> = {
  sorts: ['name', 'updated_at'],
  defaultSort: '-updated_at',
  filters: { pipeline: MODES },
}

/** The page of solutions that the address asks for. */
export function solutionQuery(
  workspace_id: string,
  { page, page_size, sort, q: text, filters }: ListQuery<Sort, Filter>,
) {
  const pipeline = MODES.find((mode) => mode === filters.pipeline)
  return q(listSolutions, { query: { workspace_id, page, page_size, sort, q: text, pipeline } })
}
