import { keepPreferences, MAX_PINS, readPreferences } from '@podium/contract/calls/preferences.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { q } from '../../api/query.ts'
import { useNewestChange } from '../../record/use-newest-change.ts'
import { useSnackbar } from '../../ui/feedback/snackbar.tsx'

const preferencesQuery = { ...q(readPreferences), staleTime: Number.POSITIVE_INFINITY, retry: false }

export interface Pins {
  has: (chart: string) => boolean
  toggle: (chart: string) => void
  /** why no more can be pinned */
  fullReason: string | undefined
}

/** Returns the charts of a solution that the person has pinned, stored on the server. */
export function usePins(solution: string): Pins {
  const queries = useQueryClient()
  const { showSnackbar } = useSnackbar()
  const { data } = useQuery(preferencesQuery)
  const pinned = data?.pinned_charts ?? []
  const keep = useNewestChange({
    change: (pinned_charts: typeof pinned, send) => send(keepPreferences, { body: { pinned_charts } }),
    onDone: (preferences) => queries.setQueryData(preferencesQuery.queryKey, preferences),
    onRefused() {
      showSnackbar('The pin could not be saved.', { tone: 'bad' })
      void queries.refetchQueries({ queryKey: preferencesQuery.queryKey })
      return true
    },
  })
  const isThat = (chart: string) => (pin: (typeof pinned)[number]) =>
    pin.solution === solution && pin.chart === chart
  return {
    has: (chart) => pinned.some(isThat(chart)),
    toggle(chart) {
      if (data === undefined) return
      const others = pinned.filter((pin) => !isThat(chart)(pin))
      const pins = others.length < pinned.length ? others : [...pinned, { solution, chart }]
      queries.setQueryData(preferencesQuery.queryKey, { ...data, pinned_charts: pins })
      void keep(pins)
    },
    fullReason:
      pinned.length >= MAX_PINS ? `At most ${MAX_PINS} charts can be pinned. Unpin one first.` : undefined,
  }
}
