import { keepPreferences, type Preferences, readPreferences } from '@podium/contract/preferences.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { call } from '../../../api/call.ts'
import { q } from '../../../api/query.ts'
import { useSnackbar } from '../../../ui/feedback/use-snackbar.ts'

export type View = Preferences['solution_view']

const VIEWS: readonly View[] = ['list', 'thumbnails']

/** What the person chose last, on whatever machine; asked once, for nobody else changes it. */
export const preferencesQuery = { ...q(readPreferences), staleTime: Number.POSITIVE_INFINITY, retry: false }

/** List or thumbnails: as the address says, else as the person chose last. A choice changes both. */
export function useView(): { view: View; choose: (view: View) => void } {
  const search: Record<string, string | undefined> = useSearch({ strict: false })
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { say } = useSnackbar()
  const preferred = useQuery(preferencesQuery).data?.solution_view ?? 'list'

  async function keep(view: View) {
    try {
      const kept = await call(keepPreferences, { body: { solution_view: view } })
      queries.setQueryData(preferencesQuery.queryKey, kept)
    } catch {
      say('The view could not be kept for your next visit.', { tone: 'bad' })
    }
  }

  return {
    view: VIEWS.find((view) => view === search.view) ?? preferred,
    choose(view) {
      void navigate({ to: '.', search: { ...search, view } as never, replace: true, resetScroll: false })
      void keep(view)
    },
  }
}
