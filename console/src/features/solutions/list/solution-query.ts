import { MODES, type Mode } from '@podium/contract/metadata.ts'
import type { RunState } from '@podium/contract/run-state.ts'
import { listSolutions } from '@podium/contract/solutions.ts'
import { q } from '../../../api/query.ts'
import type { ListQuery, ListRules } from '../../../navigation/list-state.ts'

export type SolutionSort = 'seq' | 'name' | 'created_at' | 'updated_at' | 'rating'
export type SolutionFilter = 'pipeline' | 'state' | 'mine'
export type SolutionListQuery = ListQuery<SolutionSort, SolutionFilter>

/** A start lasts so short that nobody looks for it. */
const STATES: readonly RunState[] = ['queued', 'running', 'succeeded', 'failed', 'stopped']

export const SOLUTION_RULES: ListRules<SolutionSort, SolutionFilter> = {
  sorts: ['seq', 'name', 'created_at', 'updated_at', 'rating'],
  defaultSort: '-updated_at',
  filters: { pipeline: MODES, state: STATES, mine: ['1'] },
}

/** The page of solutions that the address asks for. */
export function solutionQuery(workspace_id: string, { filters, q: text, ...paged }: SolutionListQuery) {
  // The rules let no other values through.
  const { pipeline, state, mine } = filters as { pipeline?: Mode; state?: RunState; mine?: '1' }
  return q(listSolutions, { query: { workspace_id, ...paged, q: text, pipeline, state, mine } })
}
