import type { RunFilters } from '@podium/contract/calls/run-list.ts'
import { useState } from 'react'
import { useRunCount } from '../runs/components/use-run-count.ts'
import type { ListedRun } from './run-columns.tsx'

/** The selection of runs across pages: single ones, or all that match the filters. */
export function useRunSelection(workspace_id: string, rows: readonly ListedRun[], filter: RunFilters) {
  const [known, setKnown] = useState<readonly ListedRun[]>([])
  const [matching, setMatching] = useState<string>()
  const key = JSON.stringify(filter)
  // Other filters match other runs, so they end the selection of all.
  const isAll = matching === key
  const ids = known.map(({ id }) => id)
  const counts = useRunCount(workspace_id, isAll ? { filter } : ids.length > 0 ? { ids } : null)
  // Runs started since are not selected.
  const selected = isAll ? rows.filter(({ created_at }) => !counts || created_at <= counts.before) : known
  return {
    isAll,
    ids: selected.map(({ id }) => id),
    nameOf: (id: string) => [...known, ...rows].find((run) => run.id === id)?.name ?? id,
    counts,
    /** the selected runs, as the bulk calls take them */
    chosen: isAll ? { filter, before: counts?.before } : { ids },
    /** Selects these runs, which may be on other pages. */
    select(ids: readonly string[]) {
      const shown = [...rows, ...known]
      setMatching(undefined)
      setKnown(ids.flatMap((id) => shown.find((run) => run.id === id) ?? []))
    },
    selectAll: () => setMatching(key),
    clear() {
      setMatching(undefined)
      setKnown([])
    },
  }
}

export type RunSelection = ReturnType<typeof useRunSelection>
