import type { RunFilters } from '@podium/contract/calls/run-list.ts'
import { useState } from 'react'
import { useRunCount } from '../components/use-run-count.ts'
import type { ListedRun } from './run-columns.tsx'

/** Runs that are selected over pages: some by their boxes, or all that match the filters. */
export function useRunSelection(workspace_id: string, rows: readonly ListedRun[], filter: RunFilters) {
  const [known, setKnown] = useState<readonly ListedRun[]>([])
  const [matching, setMatching] = useState<string>()
  const key = JSON.stringify(filter)
  // All that match other filters are other runs: then nothing is selected.
  const isAll = matching === key
  const ids = known.map(({ id }) => id)
  const counts = useRunCount(workspace_id, isAll ? { filter } : ids.length > 0 ? { ids } : null)
  // A run that came since is not selected.
  const selected = isAll ? rows.filter(({ created_at }) => !counts || created_at <= counts.before) : known
  return {
    isAll,
    ids: selected.map(({ id }) => id),
    nameOf: (id: string) => [...known, ...rows].find((run) => run.id === id)?.name ?? id,
    counts,
    /** the runs that a call for many is about */
    chosen: isAll ? { filter, before: counts?.before } : { ids },
    /** A run that was selected on another page stays selected. */
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
