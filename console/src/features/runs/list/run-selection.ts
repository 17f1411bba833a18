import type { RunFilters } from '@podium/contract/run-list.ts'
import { useState } from 'react'
import type { ListedRun } from './run-columns.tsx'

/** The runs that a call for many is about. */
export type ChosenRuns = { ids: string[] } | { filter: RunFilters }

/** Runs that are selected over pages: some by their boxes, or all that match the filters. */
export function useRunSelection(rows: readonly ListedRun[], filter: RunFilters) {
  const [known, setKnown] = useState<readonly ListedRun[]>([])
  const [matching, setMatching] = useState<string>()
  const key = JSON.stringify(filter)
  // All that match other filters are other runs: then nothing is selected.
  const isAll = matching === key
  const selected = isAll ? rows : known
  return {
    isAll,
    selected,
    ids: selected.map(({ id }) => id),
    nameOf: (id: string) => [...known, ...rows].find((run) => run.id === id)?.name ?? id,
    chosen: (isAll ? { filter } : { ids: known.map(({ id }) => id) }) satisfies ChosenRuns,
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
