import { listSolutions } from '@podium/contract/solutions.ts'
import { useQueryClient } from '@tanstack/react-query'
import type { ReplyOf } from '../../../api/route-types.ts'
import type { ChangedRun } from '../../../session/run-changes.ts'
import { useLiveRuns } from '../../../session/use-live-runs.ts'

type Page = ReplyOf<typeof listSolutions>

/** Keeps the state of each solution's newest run as the server has it; a newer run has the page read again. */
export function useLiveSolutions(): { connected: boolean } {
  const queries = useQueryClient()
  const key = { queryKey: [listSolutions.id] }

  function take({ solution_id, created_at, state }: ChangedRun) {
    const isNewer = queries
      .getQueriesData<Page>(key)
      .flatMap(([, page]) => page?.solutions ?? [])
      .some(({ id, last_run_at }) => id === solution_id && (last_run_at === null || last_run_at < created_at))
    if (isNewer) return void queries.invalidateQueries(key)
    queries.setQueriesData<Page>(key, (page) => page && { ...page, solutions: page.solutions.map(moved) })

    function moved(solution: Page['solutions'][number]) {
      if (solution.id !== solution_id || solution.last_run_at !== created_at) return solution
      return { ...solution, last_run_state: state }
    }
  }

  return useLiveRuns({ onChange: take })
}
