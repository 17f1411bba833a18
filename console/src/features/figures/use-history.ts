import { listRuns } from '@podium/contract/calls/run-list.ts'
import type { RunInfo } from '@podium/contract/calls/runs.ts'
import { listOfNames } from '@podium/contract/rules/name-list.ts'
import { useQueries } from '@tanstack/react-query'
import { q } from '../../api/query.ts'

const RUNS = 20
const LONGEST_NAMES = 1000

/** Returns each figure's values in the stream's last successful runs before this one, oldest first. */
export function useHistory(
  run: RunInfo,
  names: readonly string[],
): ReadonlyMap<string, number[]> | undefined {
  const { workspace_id, stream_id, pipeline, created_at } = run
  return useQueries({
    queries: inQueries(names).map((figures) =>
      q(listRuns, {
        query: {
          workspace_id,
          stream_id,
          pipeline,
          state: 'succeeded',
          to: created_at,
          sort: '-created_at',
          page_size: RUNS,
          figures,
        },
      }),
    ),
    combine: (answers) => {
      if (answers.some(({ isPending }) => isPending)) return undefined
      const history = new Map<string, number[]>()
      for (const { data } of answers)
        for (const { id, figures } of data?.stream_histories.toReversed() ?? []) {
          if (id === run.id) continue
          for (const [name, value] of Object.entries(figures))
            history.set(name, [...(history.get(name) ?? []), value])
        }
      return history
    },
  })
}

/** Joins the names by commas into as few queries as their maximum length allows. */
function inQueries(names: readonly string[]): string[] {
  const queries: string[] = []
  for (const name of names.map((one) => listOfNames([one]))) {
    const last = queries.at(-1)
    if (last !== undefined && last.length + name.length < LONGEST_NAMES)
      queries[queries.length - 1] = `${last},${name}`
    else queries.push(name)
  }
  return queries
}
