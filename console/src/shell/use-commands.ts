import { listRuns } from '@podium/contract/runs.ts'
import { listSolutions } from '@podium/contract/solutions.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { q } from '../api/query.ts'
import { formatVersion } from '../format/version.ts'
import { useWorkspace } from '../session/use-session.ts'
import { type CommandGroup, placesMatching, runCommands, solutionCommands } from './commands.ts'
import { nearestFirst } from './nearest-first.ts'
import type { MenuEntry } from './screen.ts'

/** The newest need not be called what was typed: other words of theirs are searched too. */
const READ_AT_MOST = 50
const SHOWN_AT_MOST = 5

/** The places, and the solutions and runs of the workspace whose name is nearest to the text, newest first. */
export function useCommands(menu: readonly MenuEntry[], text: string): CommandGroup[] {
  const { id } = useWorkspace()
  const wanted = useDeferredValue(text.trim())
  const query = { workspace_id: id, q: wanted, page_size: READ_AT_MOST }
  const options = { enabled: wanted !== '', placeholderData: keepPreviousData }
  const solutions = useQuery({ ...q(listSolutions, { query }), ...options })
  const newest = useQuery({ ...q(listRuns, { query: { ...query, sort: '-created_at' } }), ...options })
  // The first run of a stream has hundreds after it whose names begin with its own.
  const byName = useQuery({ ...q(listRuns, { query: { ...query, sort: 'name' } }), ...options })
  const runs = [...(newest.data?.stream_histories ?? []), ...(byName.data?.stream_histories ?? [])]
  const found =
    wanted === ''
      ? []
      : [
          solutionCommands(
            nearestFirst(solutions.data?.solutions ?? [], wanted)
              .slice(0, SHOWN_AT_MOST)
              .map((solution) => ({
                id: solution.id,
                name: solution.name,
                aside: formatVersion(solution.versions[0]?.version_num),
              })),
            id,
          ),
          runCommands(
            nearestFirst(eachOnce(runs), wanted)
              .slice(0, SHOWN_AT_MOST)
              .map((run) => ({
                id: run.id,
                name: run.name,
                aside: run.state === 'running' ? 'training' : run.state,
              })),
            id,
          ),
        ]
  return [...found, placesMatching(menu, text)].filter(({ commands }) => commands.length > 0)
}

function eachOnce<Row extends { id: string }>(rows: readonly Row[]): Row[] {
  return [...new Map(rows.map((row) => [row.id, row])).values()]
}
