import type { ReplyOf } from '@podium/contract/call.ts'
import { countRuns } from '@podium/contract/run-selection.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import type { ChosenRuns } from '../list/run-selection.ts'

/** Why a call for all that match has to wait. */
export const COUNTING = 'The runs are being counted. Try again in a moment.'

/**
 * How many runs a call for many would be about. What can be done with them is read again as they change; runs that come
 * later are not among them, so that what a question names is what is then changed.
 * @param alike how many the screen knows of: where that changes they are counted anew, and one alone is not counted
 */
export function useRunCount(workspace_id: string, chosen: ChosenRuns, alike = 2) {
  const { data } = useQuery({
    queryKey: ['run-count', workspace_id, chosen, alike],
    queryFn: ({ signal, queryKey, client }) => {
      const before = client.getQueryData<ReplyOf<typeof countRuns>>(queryKey)?.before
      return call(countRuns, { query: { workspace_id }, body: { ...chosen, before }, signal })
    },
    meta: { reads: ['run'] },
    enabled: alike > 1,
    // Runs that are chosen again later are those that there are by then.
    gcTime: 0,
  })
  return data
}
