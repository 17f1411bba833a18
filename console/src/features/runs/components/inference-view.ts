import { keepPreferences, type Preferences, readPreferences } from '@podium/contract/calls/preferences.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { q } from '../../../api/query.ts'
import type { PageContext } from '../../../navigation/page.ts'
import { useAddress } from '../../../navigation/use-address.ts'
import { useNewestChange } from '../../../record/use-newest-change.ts'
import { useSnackbar } from '../../../ui/feedback/snackbar.tsx'

export type InferenceView = Preferences['inference_view']

const VIEWS: readonly InferenceView[] = ['streams', 'runs', 'models', 'instances']

/** The person's last choice, stored on the server. Only the person changes it, so it is read once. */
const preferencesQuery = { ...q(readPreferences), staleTime: Number.POSITIVE_INFINITY, retry: false }

function viewIn(view: string | undefined): InferenceView | undefined {
  return VIEWS.find((one) => one === view)
}

/** Returns the view in the address, else the one that the person used last. */
export async function viewOf({ queries, search }: PageContext): Promise<InferenceView> {
  const named = viewIn(search.view)
  if (named) return named
  const preferences = await queries.ensureQueryData(preferencesQuery).catch(() => undefined)
  return preferences?.inference_view ?? 'streams'
}

/** Returns the view of the page, and a function that saves another one for the next visit. */
export function useInferenceView() {
  const { search } = useAddress()
  const queries = useQueryClient()
  const { showSnackbar } = useSnackbar()
  const { data } = useQuery(preferencesQuery)
  const keep = useNewestChange({
    change: (inference_view: InferenceView, send) => send(keepPreferences, { body: { inference_view } }),
    onDone: (preferences) => queries.setQueryData(preferencesQuery.queryKey, preferences),
    onRefused() {
      showSnackbar('The view could not be saved for your next visit.', { tone: 'bad' })
      return true
    },
  })
  return { view: viewIn(search.view) ?? data?.inference_view ?? 'streams', keep }
}
