import type { RunFilters } from '@podium/contract/calls/run-list.ts'
import { countRuns } from '@podium/contract/calls/run-selection.ts'
import type { ReplyOf } from '@podium/contract/wire/call.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'

/** Why an action on all matching runs has to wait. */
export const COUNTING = 'The runs are being counted. Try again in a moment.'

/**
 * Counts the runs that a bulk action would affect, again whenever runs change. Later runs are not included, so that the
 * action changes exactly the runs that its question counted.
 * @param chosen null if there is nothing to count
 * @param alike the number of matching runs on the screen: a change of it counts anew
 */
export function useRunCount(
  workspace_id: string,
  chosen: { ids: string[] } | { filter: RunFilters } | null,
  alike?: number,
) {
  const { data } = useQuery({
    queryKey: ['run-count', workspace_id, chosen, alike],
    queryFn: ({ signal, queryKey, client }) => {
      const before = client.getQueryData<ReplyOf<typeof countRuns>>(queryKey)?.before
      return call(countRuns, { query: { workspace_id }, body: { ...chosen, before }, signal })
    },
    meta: { reads: ['run'] },
    enabled: chosen !== null,
    // A later selection counts the runs that exist by then.
    gcTime: 0,
  })
  return data
}
