import type { RunFilters } from '@podium/contract/calls/run-list.ts'
import { countRuns } from '@podium/contract/calls/run-selection.ts'
import type { ReplyOf } from '@podium/contract/wire/call.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'

/** Why a call for all that match has to wait. */
export const COUNTING = 'The runs are being counted. Try again in a moment.'

/**
 * How many runs a call for many would be about. What can be done with them is read again as they change; runs that come
 * later are not among them, so that what a question names is what is then changed.
 * @param chosen null where there is nothing to count
 * @param alike how many the screen knows of: where that changes they are counted anew
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
    // Runs that are chosen again later are those that there are by then.
    gcTime: 0,
  })
  return data
}
