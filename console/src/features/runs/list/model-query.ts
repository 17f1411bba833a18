import { RUN_STATES, type RunState } from '@podium/contract/run-state.ts'
import { listStreamsByInstance } from '@podium/contract/streams.ts'
import { q } from '../../../api/query.ts'
import type { ReplyOf } from '../../../api/route-types.ts'
import type { ListQuery, ListRules } from '../../../navigation/list-state.ts'

export type ModelSort = 'name' | 'created_at' | 'updated_at'
export type ModelFilter = 'solution_id' | 'state' | 'open' | 'ws'

/** `open` names the streams whose runs are shown; 'none' when somebody closed them all. */
export const MODEL_RULES: ListRules<ModelSort, ModelFilter> = {
  sorts: ['name', 'created_at', 'updated_at'],
  defaultSort: '-updated_at',
  filters: { solution_id: null, state: RUN_STATES, open: null, ws: null },
}

export type InstanceGroup = ReplyOf<typeof listStreamsByInstance>['instances'][number]

/** The page of instances that the address asks for. */
export function modelQuery(
  workspace: string,
  { page, page_size, sort, q: text, filters }: ListQuery<ModelSort, ModelFilter>,
) {
  return q(listStreamsByInstance, {
    query: {
      workspace_id: workspace,
      page,
      page_size,
      sort,
      q: text,
      solution_id: filters.solution_id,
      state: stateOf(filters.state),
    },
  })
}

/** The state of the address, where it names one. */
export function stateOf(word: string | undefined): RunState | undefined {
  return RUN_STATES.find((state) => state === word)
}

interface Opened {
  /** the word of the address */
  open: string | undefined
  state: RunState | undefined
}

/** The streams that stand open: those of the address, else those with runs of the state, else that of the newest run. */
export function openStreams({ open, state }: Opened, groups: readonly InstanceGroup[]): string[] {
  if (open !== undefined) return open === 'none' ? [] : open.split(',')
  const inState = groups.flatMap(({ streams }) =>
    streams.filter(({ last_states }) => state !== undefined && last_states.includes(state)),
  )
  if (inState.length > 0) return inState.map(({ id }) => id)
  const newest = groups
    .flatMap(({ streams }) => streams)
    .filter(({ last_run_at }) => last_run_at !== null)
    .sort((one, other) => String(other.last_run_at).localeCompare(String(one.last_run_at)))[0]
  return newest ? [newest.id] : []
}

/** The word of the address for these open streams. */
export function openWord(ids: readonly string[]): string {
  return ids.length === 0 ? 'none' : ids.join(',')
}
